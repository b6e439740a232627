-- A plan that the engine refuses: its candidates stay in flight and are decided anew, each by itself.
local plan_key, id, owner_plans = unpack(ARGV)
redis.call('ZREM', P .. 'plans_open', id)
redis.call('ZREM', P .. 'plans_recent', id)
redis.call('HDEL', P .. 'plan_times', id)
redis.call('ZREM', owner_plans, id)
return redis.call('DEL', plan_key)
