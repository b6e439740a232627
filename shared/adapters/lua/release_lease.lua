-- -1: lost; 0: empty and dropped; 1: put back.
local kind, inbox, fence = unpack(ARGV)
if not holds_lease(kind, inbox, fence) then return -1 end
redis.call('HSET', meta_key(kind, inbox), 'attempts', 0, 'losses', 0, 'failing_since', '')
return drop_lease(kind, inbox)
