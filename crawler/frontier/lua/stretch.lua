-- Leaves a host alone for a while, and sets its pace if one is given.
--
-- KEYS[1]  the host's state
-- ARGV[1]  now; ARGV[2]  for how long, s; ARGV[3]  interval in seconds, or "" to leave it as it is
-- ARGV[4]  how long an idle host is remembered, s

local now = tonumber(ARGV[1])
local host = read_host(KEYS[1])
host.gate = math.max(host.gate, now + tonumber(ARGV[2]))
host.interval = tonumber(ARGV[3]) or host.interval
write_host(KEYS[1], host, now, tonumber(ARGV[4]))
