-- Takes a dead letter out and makes it a pending task, due now.
--
-- KEYS[1]  pending: hash of task id -> "copy starts call body"
-- KEYS[2]  due: sorted set of the ids of waiting tasks by the Unix second when they are due
-- KEYS[3]  dead letters: hash of task id -> letter
-- KEYS[4]  their order: sorted set of task ids by the Unix second when they were buried
-- ARGV[1]  id; ARGV[2]  body; ARGV[3]  now
-- Returns 1, or 0 when somebody else was sooner.

redis.call('ZREM', KEYS[4], ARGV[1])
if redis.call('HDEL', KEYS[3], ARGV[1]) == 0 then return 0 end
redis.call('HSET', KEYS[1], ARGV[1], '0 0 - ' .. ARGV[2])
redis.call('ZADD', KEYS[2], ARGV[3], ARGV[1])
return 1
