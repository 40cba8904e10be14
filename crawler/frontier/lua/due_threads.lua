-- Gives the threads whose visit is due, longest due first, and plans another in case this one is lost.
--
-- KEYS[1]  visits: sorted set of thread ids by the Unix second of their next visit
-- KEYS[2]  what the names of the memories begin with
-- ARGV[1]  now; ARGV[2]  when they are due again; ARGV[3]  how many at most
-- Returns their memories.

local answer = {}
for _, id in ipairs(redis.call('ZRANGEBYSCORE', KEYS[1], '-inf', ARGV[1], 'LIMIT', 0, ARGV[3])) do
  local memory = redis.call('GET', KEYS[2] .. id)
  if memory then
    redis.call('ZADD', KEYS[1], ARGV[2], id)
    answer[#answer + 1] = memory
  else
    redis.call('ZREM', KEYS[1], id)  -- it was forgotten
  end
end
return answer
