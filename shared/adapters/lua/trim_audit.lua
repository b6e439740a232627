-- Lines that were written to a file leave the stream; the chain goes on from the hash of the last of them.
-- ARGV: tenant, id of the first line that stays ('' = none), hash of the last one that goes, number.
local tenant, first, hash = ARGV[1], ARGV[2], ARGV[3]
local stream = P .. 'audit:' .. tenant
local gone = redis.call('XTRIM', stream, 'MINID', first)
-- Another one may have trimmed further already.
if gone > 0 then redis.call('SET', P .. 'audit_base:' .. tenant, hash) end
return gone
