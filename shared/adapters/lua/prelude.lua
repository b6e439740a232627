-- Shared by every script. Keys are built here as in redis_keys.py; times are Redis' own, in milliseconds.
local P = 'tiercel:'

local function now_ms()
  local t = redis.call('TIME')
  return tonumber(t[1]) * 1000 + math.floor(tonumber(t[2]) / 1000)
end

local function cap_key(tenant, id) return P .. 'cap:' .. tenant .. ':' .. id end
local function cand_key(tenant, id) return P .. 'cand:' .. tenant .. ':' .. id end
local function ledger_key(tenant) return P .. 'ledger:' .. tenant end
local function meta_key(kind, inbox) return P .. 'inbox:' .. kind .. ':' .. inbox end
local function entries_key(kind, inbox) return P .. 'entries:' .. kind .. ':' .. inbox end
local function pending_key(tenant, owner) return P .. 'pending:' .. tenant .. ':' .. owner end

-- Every key of a person is entered here by the script that makes it: erasure walks this set. Most keys end by themselves: with
-- each new name a few others are looked at and taken out where nothing has them any more, so that the set stays in proportion.
local function belongs(tenant, owner, key)
  local keys = P .. 'owner:' .. tenant .. ':' .. owner .. ':keys'
  if redis.call('SADD', keys, key) == 0 then return end
  for _, name in ipairs(redis.call('SRANDMEMBER', keys, 4)) do
    if name ~= key and redis.call('EXISTS', name) == 0 then redis.call('SREM', keys, name) end
  end
end

-- A tenant stands in the ring exactly while its ready list is not empty: that is the round robin.
local function make_ready(kind, inbox, tenant)
  if redis.call('RPUSH', P .. 'ready:' .. kind .. ':' .. tenant, inbox) == 1 then
    redis.call('RPUSH', P .. 'ring:' .. kind, tenant)
  end
  redis.call('INCR', P .. 'ready_count:' .. kind)
end

local function push(kind, inbox, tenant, owner, session, entry)
  local meta = meta_key(kind, inbox)
  redis.call('RPUSH', entries_key(kind, inbox), entry)
  belongs(tenant, owner, entries_key(kind, inbox)) -- each time: a list that was empty for a while was no key
  if redis.call('HSETNX', meta, 'tenant', tenant) == 0 then return 0 end
  redis.call('HSET', meta, 'owner', owner, 'session', session, 'status', 'ready', 'attempts', 0, 'losses', 0)
  belongs(tenant, owner, meta)
  make_ready(kind, inbox, tenant)
  return 1
end

-- Compare the old state, set the new one, move the counts: running it twice changes nothing.
local function move_turn(tenant, id, to)
  local cap = cap_key(tenant, id)
  local from = redis.call('HGET', cap, 'state')
  if not from or from == to then return false end
  redis.call('HSET', cap, 'state', to)
  redis.call('HINCRBY', ledger_key(tenant), 't:' .. from, -1)
  redis.call('HINCRBY', ledger_key(tenant), 't:' .. to, 1)
  return true
end

-- Only what is there and not at its end: a late call must not bring back a part of what was erased.
local function retry_turn(tenant, id, attempts)
  local cap = cap_key(tenant, id)
  local held = redis.call('HMGET', cap, 'state', 'ended')
  if not held[1] or held[2] then return end
  move_turn(tenant, id, 'retrying')
  redis.call('HSET', cap, 'attempts', attempts)
end

local function close_turn(tenant, id, to, reason)
  local cap = cap_key(tenant, id)
  if not move_turn(tenant, id, to) then return false end
  redis.call('HSET', cap, 'reason', reason, 'ended', now_ms())
  redis.call('HDEL', cap, 'turn')
  redis.call('ZREM', P .. 'inflight', tenant .. ':' .. id)
  redis.call('ZREM', P .. 'inflight:' .. tenant, id)
  redis.call('ZREM', pending_key(tenant, redis.call('HGET', cap, 'owner')), id)
  redis.call('ZADD', P .. 'closed:' .. tenant, now_ms(), id)
  return true
end

local function holds_lease(kind, inbox, fence)
  local held = redis.call('HMGET', meta_key(kind, inbox), 'status', 'fence')
  return held[1] == 'leased' and held[2] == fence
end

local function drop_lease(kind, inbox)
  redis.call('ZREM', P .. 'leases:' .. kind, inbox)
  local meta = meta_key(kind, inbox)
  local tenant = redis.call('HGET', meta, 'tenant')
  if redis.call('LLEN', entries_key(kind, inbox)) == 0 then
    redis.call('DEL', meta)
    return 0
  end
  redis.call('HSET', meta, 'status', 'ready')
  redis.call('HDEL', meta, 'fence', 'worker')
  make_ready(kind, inbox, tenant)
  return 1
end

local function append_audit(tenant, content)
  local head = P .. 'audit_head:' .. tenant
  local at = string.format('%.0f', now_ms())
  local hash = redis.sha1hex((redis.call('GET', head) or '') .. at .. content)
  redis.call('XADD', P .. 'audit:' .. tenant, '*', 'at', at, 'content', content, 'hash', hash)
  redis.call('SET', head, hash)
end

-- The spoken words of a session, one entry a turn: `<ms>|<weight>|<capture>|<record>`, oldest first. What is too old or too much goes,
-- and of an owner's sessions those that were spoken in longest ago.
local function words_key(tenant, owner, session) return P .. 'words:' .. tenant .. ':' .. owner .. ':' .. session end
local function speakers_key(tenant, session) return P .. 'words_of:' .. tenant .. ':' .. session end

local function drop_word(key, size_key, entry)
  if redis.call('LREM', key, 1, entry) == 1 then
    redis.call('DECRBY', size_key, string.match(entry, '^%d+|(%d+)|'))
  end
end

local function trim_words(key, size_key, most, since)
  while true do
    local oldest = redis.call('LINDEX', key, 0)
    if not oldest then break end
    local size = tonumber(redis.call('GET', size_key) or '0')
    if size <= tonumber(most) and tonumber(string.match(oldest, '^(%d+)|')) > since then break end
    drop_word(key, size_key, oldest)
  end
end

local function trim_sessions(sessions, tenant, owner, most, since)
  redis.call('ZREMRANGEBYSCORE', sessions, '-inf', since)
  local over = redis.call('ZCARD', sessions) - tonumber(most)
  if over <= 0 then return end
  for at, session in ipairs(redis.call('ZPOPMIN', sessions, over)) do
    if at % 2 == 1 then
      local key = words_key(tenant, owner, session)
      redis.call('DEL', key, key .. ':size')
      redis.call('SREM', speakers_key(tenant, session), owner)
    end
  end
end

local function keep_words(tenant, owner, session, capture, record, weight, most, most_sessions, seconds)
  if record == '' then return end
  local key = words_key(tenant, owner, session)
  local size_key, speakers, sessions = key .. ':size', speakers_key(tenant, session), P .. 'words_in:' .. tenant .. ':' .. owner
  local now = now_ms()
  local since = now - seconds * 1000
  redis.call('RPUSH', key, string.format('%.0f|%d|%s|%s', now, weight, capture, record))
  redis.call('INCRBY', size_key, weight)
  redis.call('SADD', speakers, owner)
  redis.call('ZADD', sessions, now, session)
  trim_words(key, size_key, most, since)
  trim_sessions(sessions, tenant, owner, most_sessions, since)
  for _, name in ipairs({key, size_key, speakers, sessions}) do
    redis.call('EXPIRE', name, seconds)
    belongs(tenant, owner, name)
  end
end
