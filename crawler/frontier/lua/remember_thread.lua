-- Keeps what is known of a thread, and plans its next visit or none.
--
-- KEYS[1]  the thread's memory
-- KEYS[2]  visits: sorted set of thread ids by the Unix second of their next visit
-- ARGV[1]  thread id; ARGV[2]  memory; ARGV[3]  due, Unix seconds, or "" for none; ARGV[4]  how long it is kept, s

redis.call('SET', KEYS[1], ARGV[2], 'EX', ARGV[4])
if ARGV[3] == '' then
  redis.call('ZREM', KEYS[2], ARGV[1])
else
  redis.call('ZADD', KEYS[2], ARGV[3], ARGV[1])
end
