-- Writes a host's state.
INSERT INTO host (name, next, gate, interval, failing, trouble, clock)
VALUES (:name, :next, :gate, :interval, :failing, :trouble, :clock)
ON CONFLICT (name) DO UPDATE
SET next = :next, gate = :gate, interval = :interval, failing = :failing, trouble = :trouble, clock = :clock
