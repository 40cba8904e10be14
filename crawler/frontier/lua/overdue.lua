-- Gives the tasks that are past due, oldest first: each with its copy number raised, and due anew.
--
-- KEYS[1]  pending: hash of task id -> "copy starts body"
-- KEYS[2]  due: sorted set of task ids by the Unix second when they are due
-- ARGV[1]  tasks due at this Unix second or before; ARGV[2]  now; ARGV[3]  how many at most
-- Returns {copy, body, copy, body, ...}.

local answer = {}
for _, id in ipairs(redis.call('ZRANGEBYSCORE', KEYS[2], '-inf', ARGV[1], 'LIMIT', 0, ARGV[3])) do
  local copy, rest, body = redis.call('HGET', KEYS[1], id):match('^(%d+)( %d+ (.*))$')
  copy = copy + 1
  redis.call('HSET', KEYS[1], id, copy .. rest)
  redis.call('ZADD', KEYS[2], ARGV[2], id)
  answer[#answer + 1] = copy
  answer[#answer + 1] = body
end
return answer
