-- Of a JSON list of hashes, those that are not in the seen set.
SELECT value FROM json_each(?) WHERE value NOT IN (SELECT hash FROM seen)
