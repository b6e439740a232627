-- The whole inbox waits. Its captures show as retrying. failing_since: when the outage began that it waits for, or ''.
local kind, inbox, fence, wait_ms, attempts, failing_since = ARGV[1], ARGV[2], ARGV[3], tonumber(ARGV[4]), ARGV[5], ARGV[6]
if not holds_lease(kind, inbox, fence) then return 0 end
local meta = meta_key(kind, inbox)
local tenant = redis.call('HGET', meta, 'tenant')
for _, id in ipairs(redis.call('LRANGE', entries_key(kind, inbox), 0, -1)) do
  local capture = kind == 'capture' and id or redis.call('HGET', cand_key(tenant, id), 'capture')
  if capture then retry_turn(tenant, capture, attempts) end
end
redis.call('ZREM', P .. 'leases:' .. kind, inbox)
redis.call('HSET', meta, 'status', 'deferred', 'attempts', attempts, 'failing_since', failing_since)
redis.call('HDEL', meta, 'fence', 'worker')
redis.call('ZADD', P .. 'deferred:' .. kind, now_ms() + wait_ms, inbox)
return 1
