-- A quarantined turn that a person released goes back into its session's inbox: done -> accepted, once.
local tenant, id, inbox, turn, session_key, words, weight, most_weight, most_sessions, words_seconds = unpack(ARGV)
local cap = cap_key(tenant, id)
local held = redis.call('HMGET', cap, 'state', 'owner', 'session', 'accepted', 'released')
if held[1] ~= 'done' or held[5] then return 0 end
move_turn(tenant, id, 'accepted')
redis.call('HSET', cap, 'turn', turn, 'attempts', 0, 'open', 0, 'released', 1)
redis.call('HDEL', cap, 'reason', 'error', 'ended')
redis.call('ZREM', P .. 'closed:' .. tenant, id)
redis.call('ZADD', P .. 'inflight', now_ms(), tenant .. ':' .. id)
redis.call('ZADD', P .. 'inflight:' .. tenant, now_ms(), id)
redis.call('ZADD', pending_key(tenant, held[2]), held[4], id)
keep_words(tenant, held[2], session_key, id, words, weight, most_weight, most_sessions, words_seconds)
push('capture', inbox, tenant, held[2], held[3], id)
return 1
