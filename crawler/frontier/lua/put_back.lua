-- Gives the tasks that stand in a sorted set since long ago, oldest first: each with its copy number raised, and due
-- anew.
--
-- KEYS[1]  pending: hash of task id -> "copy starts call body"
-- KEYS[2]  due: sorted set of the ids of waiting tasks by the Unix second when they are due
-- KEYS[3]  begun: sorted set of the ids of the others by the Unix second when they were begun
-- KEYS[4]  which of these two
-- ARGV[1]  those that stand there since this Unix second or longer; ARGV[2]  now; ARGV[3]  how many at most
-- Returns {copy, body, copy, body, ...}.

local answer = {}
for _, id in ipairs(redis.call('ZRANGEBYSCORE', KEYS[4], '-inf', ARGV[1], 'LIMIT', 0, ARGV[3])) do
  local record = redis.call('HGET', KEYS[1], id)
  redis.call('ZREM', KEYS[3], id)
  if record then
    local copy, rest, body = record:match('^(%d+)( %d+ %S+ (.*))$')
    copy = copy + 1
    redis.call('HSET', KEYS[1], id, string.format('%d%s', copy, rest))
    redis.call('ZADD', KEYS[2], ARGV[2], id)
    answer[#answer + 1] = copy
    answer[#answer + 1] = body
  else
    redis.call('ZREM', KEYS[2], id)  -- somebody deleted the pending set by hand
  end
end
return answer
