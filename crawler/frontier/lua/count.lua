-- Counts an end: once, however often the call is made because its answer was lost.
--
-- KEYS[1]  the day's outcomes: hash of label -> count
-- KEYS[2]  says that this call was carried out
-- ARGV[1]  label; ARGV[2]  how long the day's outcomes are kept, s; ARGV[3]  how long a call may be made again, s

if not redis.call('SET', KEYS[2], '', 'NX', 'EX', ARGV[3]) then return end
redis.call('HINCRBY', KEYS[1], ARGV[1], 1)
redis.call('EXPIRE', KEYS[1], ARGV[2])
