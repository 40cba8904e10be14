-- Gives a task that is still pending a new body and due time, its starts no longer counted.
--
-- KEYS[1]  pending: hash of task id -> "copy starts call body"
-- KEYS[2]  due: sorted set of the ids of waiting tasks by the Unix second when they are due
-- KEYS[3]  begun: sorted set of the ids of the others
-- ARGV[1]  id; ARGV[2]  body; ARGV[3]  copy; ARGV[4]  due, Unix seconds

local record = redis.call('HGET', KEYS[1], ARGV[1])
if not record then return end
-- A worker with an older copy cannot make that one count again.
local copy = math.max(tonumber(record:match('^%d+')), tonumber(ARGV[3]))
redis.call('HSET', KEYS[1], ARGV[1], string.format('%d 0 - %s', copy, ARGV[2]))
redis.call('ZADD', KEYS[2], ARGV[4], ARGV[1])
redis.call('ZREM', KEYS[3], ARGV[1])
