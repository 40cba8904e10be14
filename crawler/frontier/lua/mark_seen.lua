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

local set, urls = 0, 0
for i = 4, #ARGV, 2 do
  local block, before = KEYS[1] .. ARGV[i], set
  use(block)
  local bits = { struct.unpack(ARGV[3], ARGV[i + 1]) }
  for j = 1, #bits - 1 do  -- the last is unpack's offset
    set = set + 1 - redis.call('SETBIT', block, bits[j], 1)
  end
  if set > before then urls = urls + 1 end
end
redis.call('HINCRBY', KEYS[2], 'bits', set)
redis.call('HINCRBY', KEYS[2], 'urls', urls)
