-- Sets URLs' bits in the current generation of the Bloom filter, and counts what that changed.
--
-- KEYS[1]  what the names of the generation's blocks begin with
-- KEYS[2]  the generation's counters: hash of blocks (in use), bits (set), urls (that set at least one)
-- ARGV[1]  bits of a block; ARGV[2]  how long a block is kept, s; ARGV[3]  how a place in it is packed
-- then for each URL: block, bits

local used = {}

-- All of a block is taken at once: growing bit by bit, Redis would copy it again and again.
local function use(block)
  if used[block] then return end
  used[block] = true
  if redis.call('EXISTS', block) == 1 then return end
  redis.call('SETBIT', block, ARGV[1] - 1, 0)
  redis.call('EXPIRE', block, ARGV[2])
  redis.call('HINCRBY', KEYS[2], 'blocks', 1)
  redis.call('EXPIRE', KEYS[2], ARGV[2])
end

-- One BITFIELD for all of a URL's bits: in the append-only file it is 760 bytes a URL, where SETBITs are 1,350.
local function mark(block, bits)
  local command = { 'BITFIELD', block }
  for i = 1, #bits - 1 do  -- the last is unpack's offset
    local at = #command
    command[at + 1], command[at + 2], command[at + 3], command[at + 4] = 'SET', 'u1', bits[i], 1
  end
  local changed = 0
  for _, before in ipairs(redis.call(unpack(command))) do changed = changed + 1 - before end
  return changed
end

local set, urls = 0, 0
for i = 4, #ARGV, 2 do
  local block = KEYS[1] .. ARGV[i]
  use(block)
  local changed = mark(block, { struct.unpack(ARGV[3], ARGV[i + 1]) })
  set = set + changed
  if changed > 0 then urls = urls + 1 end
end
redis.call('HINCRBY', KEYS[2], 'bits', set)
redis.call('HINCRBY', KEYS[2], 'urls', urls)
