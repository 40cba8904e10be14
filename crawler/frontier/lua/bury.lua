-- Ends a task as settle.lua does, and if it was still there keeps it among the dead letters, of which the oldest make
-- room.
--
-- KEYS[1]  pending: hash of task id -> "copy starts call body"
-- KEYS[2]  due, KEYS[3]  begun: sorted sets of task ids
-- KEYS[4]  the day's outcomes: hash of label -> count
-- KEYS[5]  dead letters: hash of task id -> letter
-- KEYS[6]  their order: sorted set of task ids by the Unix second when they were buried
-- ARGV[1]  id; ARGV[2]  label; ARGV[3]  how long the day's outcomes are kept, s
-- ARGV[4]  the letter; ARGV[5]  now; ARGV[6]  how many letters are kept; ARGV[7]  label of those that are not
-- Returns 1 if the task was pending, else 0.

local function count(label, number)
  redis.call('HINCRBY', KEYS[4], label, number)
  redis.call('EXPIRE', KEYS[4], ARGV[3])
end

redis.call('ZREM', KEYS[2], ARGV[1])
redis.call('ZREM', KEYS[3], ARGV[1])
if redis.call('HDEL', KEYS[1], ARGV[1]) == 0 then return 0 end
count(ARGV[2], 1)

redis.call('HSET', KEYS[5], ARGV[1], ARGV[4])
redis.call('ZADD', KEYS[6], ARGV[5], ARGV[1])
local surplus = redis.call('ZCARD', KEYS[6]) - tonumber(ARGV[6])
if surplus > 0 then
  for _, id in ipairs(redis.call('ZRANGE', KEYS[6], 0, surplus - 1)) do redis.call('HDEL', KEYS[5], id) end
  redis.call('ZREMRANGEBYRANK', KEYS[6], 0, surplus - 1)
  count(ARGV[7], surplus)
end
return 1
