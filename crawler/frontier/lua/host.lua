-- Reads and writes a host's state. It stands before the scripts that use it.
--
-- A state is a hash of next, gate (Unix seconds), interval (s), failing (Unix seconds of the first failure since the
-- host last answered; 0: it answers), trouble (why it fails), clock (Unix seconds by this server: when it was written).

-- By this server's clock: the workers' `now` is as old as what they sent it with was on its way, or they frozen.
local time = redis.call('TIME')
local clock = time[1] + time[2] / 1000000

local function read_host(name)
  local state = redis.call('HMGET', name, 'next', 'gate', 'interval', 'failing', 'clock')
  local host = {
    next = tonumber(state[1]) or 0,
    gate = tonumber(state[2]) or 0,
    interval = tonumber(state[3]) or 0,
    failing = tonumber(state[4]) or 0,
  }
  -- Where the state is newer than the clock, that was set back since: what was to come in a minute still does.
  local back = (tonumber(state[5]) or clock) - clock
  if back > 1 then
    host.next, host.gate = host.next - back, host.gate - back
    host.failing = host.failing > 0 and host.failing - back or 0
  end
  return host
end

local function write_host(name, host, now, keep)
  redis.call('HSET', name, 'next', host.next, 'gate', host.gate, 'interval', host.interval, 'failing', host.failing,
    'clock', clock)
  redis.call('PEXPIRE', name, math.ceil((math.max(host.next, host.gate, now) - now + keep) * 1000))
end
