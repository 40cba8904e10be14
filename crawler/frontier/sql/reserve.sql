-- Leases a tube's next ready job until :until, and gives its id and body.
UPDATE job
SET state = 'reserved', due = :until
WHERE id = (SELECT id FROM job WHERE tube = :tube AND state = 'ready' ORDER BY priority, id LIMIT 1)
RETURNING id, body
