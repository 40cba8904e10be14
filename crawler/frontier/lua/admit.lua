-- Of a list page's tasks, takes those that are neither seen nor pending into the pending set, and reserves for each
-- the next slot of its host's line.
--
-- KEYS[1]  pending: hash of task id -> "copy starts body"
-- KEYS[2]  due: sorted set of task ids by the Unix second when they are due
-- KEYS[3], KEYS[4]  what the names of the current and the last generation's blocks begin with
-- KEYS[5]  what the names of the hosts' states begin with: hash of next, gate (Unix seconds), interval (s)
-- ARGV[1]  now; ARGV[2]  least interval, s; ARGV[3]  how long an idle host is remembered, s
-- ARGV[4]  how a place in the Bloom filter is packed
-- then for each task: id, body, copy, host, block, bits
-- Returns for each task its delay in seconds as text, or "" when it was not taken.

local now, least, keep = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3])

-- One GETBIT after another: for a new URL the second or third says no, which BITFIELD could not stop at.
local function all_set(block, bits)
  for i = 1, #bits - 1 do  -- the last is unpack's offset
    if redis.call('GETBIT', block, bits[i]) == 0 then return false end
  end
  return true
end

local function slot(host)
  local state = redis.call('HMGET', host, 'next', 'gate', 'interval')
  local at = math.max(now, tonumber(state[1]) or 0, tonumber(state[2]) or 0)
  local following = at + math.max(least, tonumber(state[3]) or 0)
  redis.call('HSET', host, 'next', following)
  redis.call('PEXPIRE', host, math.ceil((following - now + keep) * 1000))
  return at
end

local answer = {}
for i = 5, #ARGV, 6 do
  local id, body, copy, host, block = ARGV[i], ARGV[i + 1], ARGV[i + 2], ARGV[i + 3], ARGV[i + 4]
  local bits = { struct.unpack(ARGV[4], ARGV[i + 5]) }
  local delay = ''
  if not all_set(KEYS[3] .. block, bits) and not all_set(KEYS[4] .. block, bits)
    and redis.call('HSETNX', KEYS[1], id, copy .. ' 0 ' .. body) == 1 then
    local at = slot(KEYS[5] .. host)
    redis.call('ZADD', KEYS[2], at, id)
    delay = string.format('%.6f', at - now)
  end
  answer[#answer + 1] = delay
end
return answer
