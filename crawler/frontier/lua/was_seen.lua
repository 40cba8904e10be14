-- Looks a URL up in the Bloom filter. It stands before the scripts that ask.
--
-- One GETBIT after another: for a new URL the second or third says no, which BITFIELD could not stop at.

local function all_set(block, bits)
  for i = 1, #bits - 1 do  -- the last is unpack's offset
    if redis.call('GETBIT', block, bits[i]) == 0 then return false end
  end
  return true
end

-- current, last: what the names of these generations' blocks begin with; packing: how a place in them is packed.
local function was_seen(current, last, packing, block, place)
  local bits = { struct.unpack(packing, place) }
  return all_set(current .. block, bits) or all_set(last .. block, bits)
end
