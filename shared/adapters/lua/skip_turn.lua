-- A turn that is not for memory: counted once; its record (without text) stays readable where asked.
local tenant, owner, session, id, turn_id, content, reason, keep, redactions, agent, labels = unpack(ARGV)
local ledger = ledger_key(tenant)
local cap = cap_key(tenant, id)
local seen = redis.call('HMGET', cap, 'state', 'turn_id')
if seen[1] then
  redis.call('HINCRBY', ledger, 'duplicates', 1)
  return {'duplicate', id, seen[1], seen[2]}
end
redis.call('HINCRBY', ledger, 'captured', 1)
redis.call('HINCRBY', ledger, 't:skipped', 1)
redis.call('HINCRBY', ledger, 'skipped:' .. reason, 1)
if keep == '1' then
  local now = now_ms()
  redis.call('HSET', cap, 'state', 'skipped', 'turn_id', turn_id, 'owner', owner, 'session', session, 'content', content,
    'accepted', now, 'ended', now, 'open', 0, 'attempts', 0, 'reason', reason)
  if redactions ~= '' then redis.call('HSET', cap, 'redactions', redactions) end
  if agent ~= '' then redis.call('HSET', cap, 'agent', agent) end
  if labels ~= '' then redis.call('HSET', cap, 'labels', labels) end
  redis.call('ZADD', P .. 'caps:' .. tenant, now, id)
  redis.call('ZADD', P .. 'closed:' .. tenant, now, id)
  belongs(tenant, owner, cap)
else
  redis.call('HINCRBY', ledger, 'gone:t:skipped', 1)
end
return {'fresh', id, 'skipped', turn_id}
