-- Deletes the oldest dead letters beyond so many.
DELETE FROM dead_letter WHERE id IN (SELECT id FROM dead_letter ORDER BY at DESC, id LIMIT -1 OFFSET ?)
