local kind, inbox, fence, lease_ms = ARGV[1], ARGV[2], ARGV[3], tonumber(ARGV[4])
if not holds_lease(kind, inbox, fence) then return 0 end
redis.call('ZADD', P .. 'leases:' .. kind, now_ms() + lease_ms, inbox)
return 1
