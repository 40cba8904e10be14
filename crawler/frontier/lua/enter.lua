-- Asks for a host's turn: now, after a short nap, or in the next slot of its line. For a page it also tells a stale
-- copy and a task that too many workers died on, and counts the start.
--
-- KEYS[1]  pending: hash of task id -> "copy starts body"
-- KEYS[2]  due: sorted set of task ids by the Unix second when they are due
-- KEYS[3]  the host's state: hash of next, gate (Unix seconds), interval (s)
-- ARGV[1]  now; ARGV[2]  longest nap, s; ARGV[3]  least interval, s; ARGV[4]  how long an idle host is remembered, s
-- ARGV[5]  task id, or "" for a request that is no pending task; ARGV[6]  its copy; ARGV[7]  starts allowed
-- Returns {turn, wait in seconds as text, 1 if the task is pending else 0}.

local now, nap, least, keep = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3]), tonumber(ARGV[4])
local id = ARGV[5]

local record = id ~= '' and redis.call('HGET', KEYS[1], id)
local copy, starts, body
if record then
  copy, starts, body = record:match('^(%d+) (%d+) (.*)$')
  if tonumber(ARGV[6]) < tonumber(copy) then return { 'stale', '0', 1 } end
  if tonumber(starts) >= tonumber(ARGV[7]) then return { 'crashes', '0', 1 } end
end

local state = redis.call('HMGET', KEYS[3], 'next', 'gate', 'interval')
local line, gate = tonumber(state[1]) or 0, tonumber(state[2]) or 0
local interval = math.max(least, tonumber(state[3]) or 0)

local turn, at = 'go', math.max(now, gate)
if at - now <= nap then
  gate = at + interval
  if record then redis.call('HSET', KEYS[1], id, copy .. ' ' .. (starts + 1) .. ' ' .. body) end
else
  turn, at = 'wait', math.max(at, line)
  line = at + interval
  if record then redis.call('ZADD', KEYS[2], at, id) end
end
redis.call('HSET', KEYS[3], 'next', line, 'gate', gate)
redis.call('PEXPIRE', KEYS[3], math.ceil((math.max(line, gate) - now + keep) * 1000))
return { turn, string.format('%.6f', at - now), record and 1 or 0 }
