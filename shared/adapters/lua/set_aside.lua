-- Each entry gets an inbox of its own and waits there; those behind it go on.
local kind, inbox, fence, wait_ms, attempts = ARGV[1], ARGV[2], ARGV[3], tonumber(ARGV[4]), ARGV[5]
if not holds_lease(kind, inbox, fence) then return 0 end
local held = redis.call('HMGET', meta_key(kind, inbox), 'tenant', 'owner', 'session')
local tenant, owner, session = held[1], held[2], held[3]
for i = 6, #ARGV do
  local id = ARGV[i]
  if redis.call('LREM', entries_key(kind, inbox), 1, id) == 1 then
    local own = inbox .. '-' .. id
    if string.find(inbox, id, 1, true) then own = inbox end
    redis.call('RPUSH', entries_key(kind, own), id)
    if own ~= inbox then
      redis.call('HSET', meta_key(kind, own), 'tenant', tenant, 'owner', owner, 'session', session, 'status', 'deferred',
        'attempts', attempts, 'losses', 0)
      belongs(tenant, owner, meta_key(kind, own))
      belongs(tenant, owner, entries_key(kind, own))
      redis.call('ZADD', P .. 'deferred:' .. kind, now_ms() + wait_ms, own)
    end
    local capture = kind == 'capture' and id or redis.call('HGET', cand_key(tenant, id), 'capture')
    if capture then retry_turn(tenant, capture, attempts) end
  end
end
return 1
