-- The next ready inbox, round robin over tenants, under a fresh lease. Entries that are no longer in flight are dropped.
local kind, worker, lease_ms, limit = ARGV[1], ARGV[2], tonumber(ARGV[3]), tonumber(ARGV[4])
local alive = {accepted = true, extracting = true, retrying = true, in_flight = true}
for _ = 1, 1000 do
  local tenant = redis.call('LPOP', P .. 'ring:' .. kind)
  if not tenant then return {} end
  local ready = P .. 'ready:' .. kind .. ':' .. tenant
  local inbox = redis.call('LPOP', ready)
  redis.call('DECR', P .. 'ready_count:' .. kind)
  if redis.call('LLEN', ready) > 0 then redis.call('RPUSH', P .. 'ring:' .. kind, tenant) end
  local entries = {}
  for _, id in ipairs(redis.call('LRANGE', entries_key(kind, inbox), 0, limit - 1)) do
    local record = kind == 'capture' and cap_key(tenant, id) or cand_key(tenant, id)
    if alive[redis.call('HGET', record, 'state') or 'gone'] then
      table.insert(entries, id)
    else
      redis.call('LREM', entries_key(kind, inbox), 1, id)
    end
  end
  local meta = meta_key(kind, inbox)
  if #entries == 0 then
    if redis.call('LLEN', entries_key(kind, inbox)) == 0 then
      redis.call('DEL', meta)
    else
      make_ready(kind, inbox, tenant)
    end
  else
    local fence = redis.call('INCR', P .. 'fence')
    redis.call('HSET', meta, 'status', 'leased', 'fence', fence, 'worker', worker)
    redis.call('ZADD', P .. 'leases:' .. kind, now_ms() + lease_ms, inbox)
    local held = redis.call('HMGET', meta, 'owner', 'session', 'attempts', 'losses', 'failing_since')
    return {inbox, tenant, held[1], held[2], fence, held[3], held[4], entries, held[5] or ''}
  end
end
return {}
