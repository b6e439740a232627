-- The answer of one extraction, committed at once: proposals stored and pushed to the owner's guard inbox,
-- turns consumed, session context kept. ARGV: inbox, fence, tenant, owner, session, guard_inbox, context_key,
-- context, captures, then per capture: id, proposals, then per proposal: id, number, record.
local inbox, fence, tenant, owner, session, guard_inbox, context_key, context = unpack(ARGV, 1, 8)
if not holds_lease('capture', inbox, fence) then return -1 end
local ledger = ledger_key(tenant)
redis.call('HSET', meta_key('capture', inbox), 'losses', 0) -- losses in a row are counted per item, and this one is through
local at, pushed = 10, 0
for _ = 1, tonumber(ARGV[9]) do
  local capture, proposals = ARGV[at], tonumber(ARGV[at + 1])
  at = at + 2
  local cap = cap_key(tenant, capture)
  local state = redis.call('HGET', cap, 'state')
  local open = state == 'accepted' or state == 'extracting' or state == 'retrying'
  redis.call('LREM', entries_key('capture', inbox), 0, capture)
  if open and proposals == 0 then close_turn(tenant, capture, 'done', 'nothing_to_keep') end
  if open and proposals > 0 then
    move_turn(tenant, capture, 'judging')
    redis.call('HSET', cap, 'open', proposals, 'attempts', 0)
  end
  for _ = 1, proposals do
    local id, number, record = ARGV[at], ARGV[at + 1], ARGV[at + 2]
    at = at + 3
    if open and redis.call('EXISTS', cand_key(tenant, id)) == 0 then
      redis.call('HSET', cand_key(tenant, id), 'state', 'in_flight', 'capture', capture, 'inbox', guard_inbox, 'record', record)
      redis.call('HSET', cap, 'c:' .. id, number)
      redis.call('ZADD', P .. 'cands:' .. tenant, now_ms(), id)
      redis.call('HINCRBY', ledger, 'proposed', 1)
      redis.call('HINCRBY', ledger, 'c:in_flight', 1)
      belongs(tenant, owner, cand_key(tenant, id))
      push('guard', guard_inbox, tenant, owner, session, id)
      pushed = pushed + 1
    end
  end
end
if context ~= '' then
  redis.call('SET', context_key, context, 'EX', 86400)
  belongs(tenant, owner, context_key)
end
return pushed
