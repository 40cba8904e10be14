-- Asks for a host's turn: now, after a short nap, or in the next slot of its line. For a page it also tells what need
-- not be done any more (an older copy, a page that has come to its end) and a task that too many workers died on, and
-- counts the start; a page that nobody knows of, since the pending set was lost, is pending from now on.
--
-- KEYS[1]  the host's state
-- ARGV[1]  now; ARGV[2]  longest nap, s; ARGV[3]  least interval, s; ARGV[4]  how long an idle host is remembered, s
-- ARGV[5]  a host that has been failing for so long is down, and asked so seldom at most, s
-- for a page besides:
-- KEYS[2]  pending: hash of task id -> "copy starts call body"
-- KEYS[3]  due: sorted set of the ids of waiting tasks by the Unix second when they are due
-- KEYS[4]  begun: sorted set of the ids of the others by the Unix second when they were begun
-- KEYS[5], KEYS[6]  what the names of the current and the last generation's blocks begin with
-- ARGV[6]  task id; ARGV[7]  its copy; ARGV[8]  its body; ARGV[9]  starts allowed; ARGV[10]  the call's name
-- ARGV[11]  how a place in the Bloom filter is packed; ARGV[12]  the URL's block; ARGV[13]  its bits there
-- Returns {turn, wait in seconds as text, 1 if the task was pending else 0, failing as text, trouble}.

local now, nap, least, keep = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3]), tonumber(ARGV[4])
local backoff, id, call = tonumber(ARGV[5]), ARGV[6], ARGV[10]

local record = id and redis.call('HGET', KEYS[2], id)
local copy, starts, body = tonumber(ARGV[7]), 0, ARGV[8]
if record then
  local known, before, by, kept = record:match('^(%d+) (%d+) (%S+) (.*)$')
  if copy < tonumber(known) then return { 'stale', '0', 1, '0', '' } end
  -- A start that this very call made before its answer was lost is no worker's death.
  copy, starts, body = tonumber(known), tonumber(before) - (by == call and 1 or 0), kept
  if starts >= tonumber(ARGV[9]) then return { 'crashes', '0', 1, '0', '' } end
elseif id and was_seen(KEYS[5], KEYS[6], ARGV[11], ARGV[12], ARGV[13]) then
  return { 'stale', '0', 0, '0', '' }
end

local host = read_host(KEYS[1])
local interval = math.max(least, host.interval)
local is_down = host.failing > 0 and now - host.failing >= backoff

local turn, at = 'go', math.max(now, host.gate)
if at - now <= nap then
  host.gate = at + (is_down and math.max(interval, backoff) or interval)
else
  turn, at = 'wait', math.max(at, host.next)
  host.next = at + interval
end
write_host(KEYS[1], host, now, keep)
local trouble = redis.call('HGET', KEYS[1], 'trouble') or ''

if id and turn == 'go' then
  redis.call('HSET', KEYS[2], id, string.format('%d %d %s %s', copy, starts + 1, call, body))
  redis.call('ZADD', KEYS[4], now, id)
  redis.call('ZREM', KEYS[3], id)
elseif id then
  redis.call('HSET', KEYS[2], id, string.format('%d %d - %s', copy, starts, body))
  redis.call('ZADD', KEYS[3], at, id)
  redis.call('ZREM', KEYS[4], id)
end
return { turn, string.format('%.6f', at - now), record and 1 or 0, string.format('%.6f', host.failing), trouble }
