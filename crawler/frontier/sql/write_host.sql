-- Writes a host's state.
INSERT INTO host (name, next, gate, interval) VALUES (:name, :next, :gate, :interval)
ON CONFLICT (name) DO UPDATE SET next = :next, gate = :gate, interval = :interval
