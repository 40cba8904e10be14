-- Ends a task: takes it out of the pending set, and counts its outcome if it was still there.
--
-- KEYS[1]  pending: hash of task id -> "copy starts call body"
-- KEYS[2]  due, KEYS[3]  begun: sorted sets of task ids
-- KEYS[4]  the day's outcomes: hash of label -> count
-- ARGV[1]  id; ARGV[2]  label; ARGV[3]  how long the day's outcomes are kept, s
-- Returns 1 if the task was pending, else 0.

redis.call('ZREM', KEYS[2], ARGV[1])
redis.call('ZREM', KEYS[3], ARGV[1])
if redis.call('HDEL', KEYS[1], ARGV[1]) == 0 then return 0 end
redis.call('HINCRBY', KEYS[4], ARGV[2], 1)
redis.call('EXPIRE', KEYS[4], ARGV[3])
return 1
