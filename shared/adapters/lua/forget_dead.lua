-- A dead letter that is older than they are kept. ARGV: tenant, id, before (ms).
local tenant, id, before = unpack(ARGV)
local index, dead = P .. 'dead_index:' .. tenant, P .. 'dead:' .. tenant .. ':' .. id
local at = redis.call('ZSCORE', index, id)
if not at or tonumber(at) >= tonumber(before) then return 0 end
redis.call('ZREM', index, id)
redis.call('DEL', dead)
local owner = redis.call('HGET', cap_key(tenant, id), 'owner')
if owner then redis.call('SREM', P .. 'owner:' .. tenant .. ':' .. owner .. ':keys', dead) end
return 1
