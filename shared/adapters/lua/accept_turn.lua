-- One turn through the door. Answers {status, capture_id, state, turn_id, tokens}; status: fresh | duplicate | full.
-- tokens: what waits on the capture queue; with one there, nobody needs to be woken.
local tenant, owner, session, inbox, id, turn_id, content, replay, limit, turn, redactions, agent, labels, replay_seconds = unpack(ARGV, 1, 14)
local session_key, words, weight, most_weight, most_sessions, words_seconds = unpack(ARGV, 15, 20)
local ledger = ledger_key(tenant)
if replay ~= '' then
  local known = redis.call('GET', P .. 'replay:' .. tenant .. ':' .. replay)
  if known and redis.call('EXISTS', cap_key(tenant, known)) == 1 then id = known end
end
local cap = cap_key(tenant, id)
local seen = redis.call('HMGET', cap, 'state', 'content', 'turn_id')
if seen[1] then
  if seen[2] ~= content then redis.call('HINCRBY', ledger, 'conflicting', 1) end
  redis.call('HINCRBY', ledger, 'duplicates', 1)
  return {'duplicate', id, seen[1], seen[3], 1}
end
local waiting = 0
for _, count in ipairs(redis.call('HMGET', ledger, 't:accepted', 't:extracting', 't:judging', 't:retrying')) do
  waiting = waiting + (tonumber(count) or 0)
end
if waiting >= tonumber(limit) then return {'full', id, '', turn_id, 1} end
local now = now_ms()
redis.call('HSET', cap, 'state', 'accepted', 'turn_id', turn_id, 'owner', owner, 'session', session, 'content', content,
  'accepted', now, 'open', 0, 'attempts', 0, 'turn', turn)
if redactions ~= '' then redis.call('HSET', cap, 'redactions', redactions) end
if agent ~= '' then redis.call('HSET', cap, 'agent', agent) end
if labels ~= '' then redis.call('HSET', cap, 'labels', labels) end
redis.call('ZADD', P .. 'caps:' .. tenant, now, id)
redis.call('ZADD', P .. 'inflight', now, tenant .. ':' .. id)
redis.call('ZADD', P .. 'inflight:' .. tenant, now, id)
redis.call('ZADD', pending_key(tenant, owner), now, id)
redis.call('HINCRBY', ledger, 'captured', 1)
redis.call('HINCRBY', ledger, 't:accepted', 1)
belongs(tenant, owner, cap)
belongs(tenant, owner, pending_key(tenant, owner))
if replay ~= '' then redis.call('SET', P .. 'replay:' .. tenant .. ':' .. replay, id, 'EX', replay_seconds) end
keep_words(tenant, owner, session_key, id, words, weight, most_weight, most_sessions, words_seconds)
push('capture', inbox, tenant, owner, session, id)
return {'fresh', id, 'accepted', turn_id, redis.call('LLEN', 'rq:queue:tiercel-capture')}
