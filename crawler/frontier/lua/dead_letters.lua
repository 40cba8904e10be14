-- Reads the dead letters, newest first.
--
-- KEYS[1]  dead letters: hash of task id -> letter
-- KEYS[2]  their order: sorted set of task ids by the Unix second when they were buried
-- ARGV[1]  how many at most
-- Returns the letters.

local ids = redis.call('ZREVRANGE', KEYS[2], 0, ARGV[1] - 1)
local letters = {}
for i = 1, #ids do letters[i] = redis.call('HGET', KEYS[1], ids[i]) end
return letters
