-- Put back what lost its worker or has waited long enough; answers the number of ready inboxes.
local kind = ARGV[1]
local now = now_ms()
for _, inbox in ipairs(redis.call('ZRANGEBYSCORE', P .. 'leases:' .. kind, '-inf', now, 'LIMIT', 0, 500)) do
  redis.call('HINCRBY', meta_key(kind, inbox), 'losses', 1)
  drop_lease(kind, inbox)
end
for _, inbox in ipairs(redis.call('ZRANGEBYSCORE', P .. 'deferred:' .. kind, '-inf', now, 'LIMIT', 0, 500)) do
  redis.call('ZREM', P .. 'deferred:' .. kind, inbox)
  local tenant = redis.call('HGET', meta_key(kind, inbox), 'tenant')
  if tenant then
    redis.call('HSET', meta_key(kind, inbox), 'status', 'ready')
    make_ready(kind, inbox, tenant)
  end
end
return tonumber(redis.call('GET', P .. 'ready_count:' .. kind) or '0')
