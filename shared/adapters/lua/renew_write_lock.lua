if redis.call('GET', ARGV[1]) ~= ARGV[2] then return 0 end
return redis.call('PEXPIRE', ARGV[1], ARGV[3])
