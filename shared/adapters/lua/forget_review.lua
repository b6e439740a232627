-- An answered review, unless it was opened again since it was read. ARGV: tenant, owner, key, id, record as read.
local tenant, owner, key, id, record = unpack(ARGV)
if redis.call('GET', key) ~= record then return 0 end
redis.call('DEL', key)
for _, status in ipairs({'approved', 'rejected'}) do redis.call('ZREM', P .. 'reviews:' .. tenant .. ':' .. status, id) end
redis.call('SREM', P .. 'owner:' .. tenant .. ':' .. owner .. ':keys', key)
return 1
