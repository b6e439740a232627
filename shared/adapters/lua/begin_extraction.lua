local kind, inbox, fence, tenant = ARGV[1], ARGV[2], ARGV[3], ARGV[4]
if not holds_lease(kind, inbox, fence) then return 0 end
for i = 5, #ARGV do
  local state = redis.call('HGET', cap_key(tenant, ARGV[i]), 'state')
  if state == 'accepted' or state == 'retrying' then move_turn(tenant, ARGV[i], 'extracting') end
end
return 1
