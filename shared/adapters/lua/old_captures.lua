-- Closed captures that ended before a time, with their candidates, from a place in their order: looked at or removed.
-- ARGV: tenant, before (ms), offset, limit, remove (1 or 0). Answers {looked at, found}. One whose candidate still waits, for
-- the guard or for a person, stays, and so does one with a dead letter.
local tenant, before, offset, limit, remove = ARGV[1], ARGV[2], ARGV[3], ARGV[4], ARGV[5] == '1'
local ledger = ledger_key(tenant)
local ids = redis.call('ZRANGEBYSCORE', P .. 'closed:' .. tenant, '-inf', '(' .. before, 'LIMIT', offset, limit)
local found = 0
for _, id in ipairs(ids) do
  local cap = cap_key(tenant, id)
  local fields = redis.call('HGETALL', cap)
  local state, owner, candidates, waits = nil, '', {}, redis.call('EXISTS', P .. 'dead:' .. tenant .. ':' .. id) == 1
  for at = 1, #fields, 2 do
    if fields[at] == 'state' then state = fields[at + 1] end
    if fields[at] == 'owner' then owner = fields[at + 1] end
    if string.sub(fields[at], 1, 2) == 'c:' then candidates[#candidates + 1] = string.sub(fields[at], 3) end
  end
  local states = {}
  for _, candidate in ipairs(candidates) do
    local held = redis.call('HGET', cand_key(tenant, candidate), 'state')
    states[candidate] = held
    if held == 'in_flight' or held == 'review' then waits = true end
  end
  if not waits then
    found = found + 1
    if remove then
      local keys = P .. 'owner:' .. tenant .. ':' .. owner .. ':keys'
      for _, candidate in ipairs(candidates) do
        if states[candidate] then
          redis.call('HINCRBY', ledger, 'gone:c:' .. states[candidate], 1)
          redis.call('DEL', cand_key(tenant, candidate))
          redis.call('ZREM', P .. 'cands:' .. tenant, candidate)
          redis.call('SREM', keys, cand_key(tenant, candidate))
        end
      end
      if state then redis.call('HINCRBY', ledger, 'gone:t:' .. state, 1) end
      redis.call('DEL', cap)
      redis.call('SREM', keys, cap)
      redis.call('ZREM', P .. 'caps:' .. tenant, id)
      redis.call('ZREM', P .. 'closed:' .. tenant, id)
    end
  end
end
return {#ids, found}
