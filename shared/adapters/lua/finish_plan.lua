-- The plan is in the store: settle candidates and captures, open and answer reviews, count, audit. Repeatable.
-- ARGV: tenant, owner, plan_key, id, owner_plans, recall_id, then five counted groups: settlements (candidate, outcome, state,
-- undoes),
-- reviews (key, id, record, status, created), explicit (name, amount), audit lines, write stamps to raise.
local tenant, owner, plan_key, id, owner_plans, recall_id = unpack(ARGV, 1, 6)
local ledger = ledger_key(tenant)
local first = redis.call('ZSCORE', P .. 'plans_open', id) and true or false
local at = 7
local function group(width, each)
  local count = tonumber(ARGV[at])
  at = at + 1
  for _ = 1, count do
    each(unpack(ARGV, at, at + width - 1))
    at = at + width
  end
end
local final = {written = true, updated = true, noop = true, rejected = true}
group(4, function(candidate, outcome, to, undoes)
  local cand = cand_key(tenant, candidate)
  local held = redis.call('HMGET', cand, 'state', 'capture', 'inbox')
  local from, capture = held[1], held[2]
  local movable = from == 'in_flight' or (first and ((from == 'review' and to ~= 'review') or (undoes == '1' and final[from])))
  if movable then
    redis.call('HSET', cand, 'state', to)
    redis.call('HDEL', cand, 'record')
    redis.call('HINCRBY', ledger, 'c:' .. from, -1)
    redis.call('HINCRBY', ledger, 'c:' .. to, 1)
    local cap = cap_key(tenant, capture)
    if redis.call('EXISTS', cap) == 1 then redis.call('HSET', cap, 'o:' .. candidate, outcome) end
    if from == 'in_flight' then
      redis.call('LREM', entries_key('guard', held[3]), 0, candidate)
      -- Losses in a row are counted per item, and this one is through.
      if redis.call('EXISTS', meta_key('guard', held[3])) == 1 then redis.call('HSET', meta_key('guard', held[3]), 'losses', 0) end
      redis.call('LREM', entries_key('guard', held[3] .. '-' .. candidate), 0, candidate)
      if redis.call('HINCRBY', cap_key(tenant, capture), 'open', -1) <= 0 then close_turn(tenant, capture, 'done', 'judged') end
    end
  end
end)
group(5, function(key, review, record, status, created)
  if first then
    redis.call('SET', key, record)
    for _, other in ipairs({'pending', 'approved', 'rejected'}) do
      redis.call('ZREM', P .. 'reviews:' .. tenant .. ':' .. other, review)
    end
    redis.call('ZADD', P .. 'reviews:' .. tenant .. ':' .. status, created, review)
    belongs(tenant, owner, key)
  end
end)
group(2, function(name, amount)
  if first then redis.call('HINCRBY', ledger, 'e:' .. name, amount) end
end)
group(1, function(content)
  if first then append_audit(tenant, content) end
end)
group(1, function(stamp)
  -- Never the same value twice, also after an erasure; kept far longer than any result.
  redis.call('SET', stamp, redis.call('INCR', P .. 'write_sequence'), 'EX', 86400)
  belongs(tenant, owner, stamp)
end)
if recall_id ~= '' then
  -- Whoever comes to this recall again sees that this owner's part is counted.
  local counted = P .. 'recall_counted:' .. recall_id
  redis.call('SADD', counted, owner)
  redis.call('EXPIRE', counted, 7200)
  belongs(tenant, owner, counted)
end
redis.call('ZREM', P .. 'plans_open', id)
redis.call('ZREM', owner_plans, id)
redis.call('EXPIRE', plan_key, 900)
local old = now_ms() - 900000
for _, recent in ipairs(redis.call('ZRANGE', P .. 'plans_recent', 0, 49)) do
  local recorded = tonumber(redis.call('HGET', P .. 'plan_times', recent) or '0')
  if recorded >= old then break end
  if not redis.call('ZSCORE', P .. 'plans_open', recent) then
    redis.call('ZREM', P .. 'plans_recent', recent)
    redis.call('HDEL', P .. 'plan_times', recent)
  end
end
return first and 1 or 0
