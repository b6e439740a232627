-- An owner's write lock, with a number above every one given before: who comes later has the higher one. '' where it is held.
-- The number is a time in microseconds, so that it rises also where Redis has lost what it held.
local lock, lock_ms = ARGV[1], ARGV[2]
if redis.call('EXISTS', lock) == 1 then return '' end
local t = redis.call('TIME')
local fence = tonumber(t[1]) * 1000000 + tonumber(t[2])
local last = tonumber(redis.call('GET', P .. 'write_fence') or '0')
if fence <= last then fence = last + 1 end
local token = string.format('%.0f', fence)
redis.call('SET', P .. 'write_fence', token)
redis.call('SET', lock, token, 'PX', lock_ms)
return token
