-- Counts an outcome.
INSERT INTO outcome (day, kind, label, source_id, number) VALUES (:day, :kind, :label, :source_id, :number)
ON CONFLICT (day, kind, label, source_id) DO UPDATE SET number = number + :number
