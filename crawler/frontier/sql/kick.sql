-- Makes a tube's buried jobs ready again, the oldest first.
UPDATE job
SET state = 'ready', due = NULL
WHERE id IN (SELECT id FROM job WHERE tube = ? AND state = 'buried' ORDER BY id LIMIT ?)
