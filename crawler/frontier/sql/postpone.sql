-- Writes a task to the pending set; an older copy cannot make itself count again.
INSERT INTO pending (id, body, copy, due) VALUES (:id, :body, :copy, :due)
ON CONFLICT (id) DO UPDATE SET body = :body, copy = max(copy, :copy), due = :due, starts = 0
