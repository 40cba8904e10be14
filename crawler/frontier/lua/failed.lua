-- Takes down that a host failed, and leaves it alone: the longer, the longer it has been failing.
--
-- KEYS[1]  the host's state; KEYS[2]  failing: sorted set of hosts by when they may be asked again, Unix seconds
-- ARGV[1]  now; ARGV[2]  why; ARGV[3]  1 if it was the host that failed, 0 if it may have been the page
-- ARGV[4]  least rest, s; ARGV[5]  longest rest, s; ARGV[6]  rest that it asked for, s
-- ARGV[7]  how long an idle host is remembered, s; ARGV[8]  the host
-- Returns {rest in seconds as text, failing as text}.

local now, least, most = tonumber(ARGV[1]), tonumber(ARGV[4]), tonumber(ARGV[5])
local host = read_host(KEYS[1])
if host.failing == 0 then host.failing = now end
local lasted, rest = now - host.failing, tonumber(ARGV[6])
if ARGV[3] == '1' or lasted >= least then rest = math.max(rest, least, math.min(lasted, most)) end
host.gate = math.max(host.gate, now + rest)
write_host(KEYS[1], host, now, tonumber(ARGV[7]))
redis.call('HSET', KEYS[1], 'trouble', ARGV[2])
redis.call('ZADD', KEYS[2], host.gate, ARGV[8])
redis.call('ZREMRANGEBYSCORE', KEYS[2], '-inf', now - ARGV[7])
return { string.format('%.6f', host.gate - now), string.format('%.6f', host.failing) }
