-- The words of these captures are kept no longer. ARGV: tenant, owner, session, captures.
local tenant, owner, session = unpack(ARGV, 1, 3)
local key = words_key(tenant, owner, session)
local unwanted = {}
for i = 4, #ARGV do unwanted[ARGV[i]] = true end
local dropped = 0
for _, entry in ipairs(redis.call('LRANGE', key, 0, -1)) do
  if unwanted[string.match(entry, '^%d+|%d+|([^|]*)|')] then
    drop_word(key, key .. ':size', entry)
    dropped = dropped + 1
  end
end
return dropped
