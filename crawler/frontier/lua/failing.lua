-- Gives the hosts that fail, of those that are left alone until a moment at least: for longest first.
--
-- KEYS[1]  failing: sorted set of hosts by when they may be asked again, Unix seconds, some of which answer by now
-- KEYS[2]  what the names of the hosts' states begin with
-- ARGV[1]  that moment, Unix seconds; ARGV[2]  how many at most
-- Returns {host, failing, gate, trouble, host, failing, gate, trouble, ...}.

local answer = {}
for _, name in ipairs(redis.call('ZREVRANGEBYSCORE', KEYS[1], '+inf', ARGV[1])) do
  local state = redis.call('HMGET', KEYS[2] .. name, 'failing', 'gate', 'trouble')
  if (tonumber(state[1]) or 0) > 0 then
    for _, value in ipairs({ name, state[1], state[2], state[3] }) do answer[#answer + 1] = value end
  else
    redis.call('ZREM', KEYS[1], name)
  end
  if #answer == 4 * ARGV[2] then break end
end
return answer
