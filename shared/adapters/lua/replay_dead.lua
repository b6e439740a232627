-- A dead turn goes back into its session's inbox under its old identity: dead -> accepted.
local tenant, id, inbox, audit = unpack(ARGV)
local dead = P .. 'dead:' .. tenant .. ':' .. id
local turn = redis.call('HGET', dead, 'turn')
local cap = cap_key(tenant, id)
if not turn or redis.call('HGET', cap, 'state') ~= 'dead' then return 0 end
local held = redis.call('HMGET', cap, 'owner', 'session', 'accepted')
move_turn(tenant, id, 'accepted')
redis.call('HSET', cap, 'turn', turn, 'attempts', 0, 'open', 0)
redis.call('HDEL', cap, 'reason', 'error', 'ended')
redis.call('ZREM', P .. 'closed:' .. tenant, id)
redis.call('ZADD', P .. 'inflight', now_ms(), tenant .. ':' .. id)
redis.call('ZADD', P .. 'inflight:' .. tenant, now_ms(), id)
redis.call('ZADD', pending_key(tenant, held[1]), held[3], id)
redis.call('DEL', dead)
redis.call('ZREM', P .. 'dead_index:' .. tenant, id)
push('capture', inbox, tenant, held[1], held[2], id)
append_audit(tenant, audit)
return 1
