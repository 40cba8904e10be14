-- Of a list page's tasks, takes those that are neither seen nor pending into the pending set, and reserves for each
-- the next slot of its host's line. What the same call has taken before, when its answer was lost, is taken still.
--
-- KEYS[1]  pending: hash of task id -> "copy starts call body"
-- KEYS[2]  due: sorted set of the ids of waiting tasks by the Unix second when they are due
-- KEYS[3], KEYS[4]  what the names of the current and the last generation's blocks begin with
-- KEYS[5]  what the names of the hosts' states begin with
-- ARGV[1]  now; ARGV[2]  least interval, s; ARGV[3]  how long an idle host is remembered, s
-- ARGV[4]  how a place in the Bloom filter is packed; ARGV[5]  the call's name
-- ARGV[6]  1 to take also those that were seen
-- then for each task, which are all different: id, body, copy, host, block, bits
-- Returns for each task its delay in seconds as text, or "" when it was not taken.

local now, least, keep = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3])
local packing, call, again = ARGV[4], ARGV[5], ARGV[6] == '1'

local function slot(name)
  local host = read_host(name)
  local at = math.max(now, host.next, host.gate)
  host.next = at + math.max(least, host.interval)
  write_host(name, host, now, keep)
  return at
end

-- When the task is due, or nil when it is not taken.
local function take(id, body, copy, host, block, bits)
  local record = redis.call('HGET', KEYS[1], id)
  if record then
    return record:match('^%d+ %d+ (%S+)') == call and tonumber(redis.call('ZSCORE', KEYS[2], id))
  end
  if not again and was_seen(KEYS[3], KEYS[4], packing, block, bits) then return nil end
  local at = slot(KEYS[5] .. host)
  redis.call('HSET', KEYS[1], id, string.format('%d 0 %s %s', copy, call, body))
  redis.call('ZADD', KEYS[2], at, id)
  return at
end

local answer = {}
for i = 7, #ARGV, 6 do
  local at = take(ARGV[i], ARGV[i + 1], ARGV[i + 2], ARGV[i + 3], ARGV[i + 4], ARGV[i + 5])
  answer[#answer + 1] = at and string.format('%.6f', math.max(at - now, 0)) or ''
end
return answer
