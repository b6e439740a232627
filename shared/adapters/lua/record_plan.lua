-- Decided, not yet written: the plan must exist before the first write to the store.
local lock, lock_fence, plan_key, id, owner_plans, tenant, owner, kind, inbox, fence, plan = unpack(ARGV)
if redis.call('GET', lock) ~= lock_fence then return -1 end
if inbox ~= '' and not holds_lease(kind, inbox, fence) then return -2 end
redis.call('PEXPIRE', lock, 10000)
redis.call('SET', plan_key, plan)
redis.call('ZADD', P .. 'plans_open', now_ms(), id)
redis.call('ZADD', P .. 'plans_recent', redis.call('INCR', P .. 'plan_sequence'), id)
redis.call('HSET', P .. 'plan_times', id, now_ms())
redis.call('ZADD', owner_plans, now_ms(), id)
belongs(tenant, owner, plan_key)
belongs(tenant, owner, owner_plans)
return 1
