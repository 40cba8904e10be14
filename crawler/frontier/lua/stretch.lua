-- Leaves a host alone until an instant, and sets its pace if one is given.
--
-- KEYS[1]  the host's state: hash of next, gate (Unix seconds), interval (s)
-- ARGV[1]  until, Unix seconds; ARGV[2]  interval in seconds, or "" to leave it as it is
-- ARGV[3]  now; ARGV[4]  how long an idle host is remembered, s

local state = redis.call('HMGET', KEYS[1], 'next', 'gate')
local gate = math.max(tonumber(ARGV[1]), tonumber(state[2]) or 0)
redis.call('HSET', KEYS[1], 'gate', gate)
if ARGV[2] ~= '' then redis.call('HSET', KEYS[1], 'interval', ARGV[2]) end

local now = tonumber(ARGV[3])
local last = math.max(gate, tonumber(state[1]) or 0, now)
redis.call('PEXPIRE', KEYS[1], math.ceil((last - now + tonumber(ARGV[4])) * 1000))
