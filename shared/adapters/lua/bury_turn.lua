-- A dead letter: the turn stays (redacted) for a replay, with the model's last answer.
local kind, inbox, fence, tenant, id, reason, raw = unpack(ARGV)
if not holds_lease(kind, inbox, fence) then return 0 end
local cap = cap_key(tenant, id)
local turn = redis.call('HGET', cap, 'turn')
redis.call('LREM', entries_key(kind, inbox), 0, id)
if turn and close_turn(tenant, id, 'dead', reason) then
  local dead = P .. 'dead:' .. tenant .. ':' .. id
  redis.call('HSET', cap, 'error', reason)
  redis.call('HSET', dead, 'turn', turn, 'reason', reason, 'raw', raw, 'at', now_ms())
  redis.call('ZADD', P .. 'dead_index:' .. tenant, now_ms(), id)
  belongs(tenant, redis.call('HGET', cap, 'owner'), dead)
end
return 1
