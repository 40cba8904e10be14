-- Counts a tube's jobs by state; what is due is ready, though nobody has asked for it yet.
SELECT iif(due <= :now, 'ready', state) AS now_in, count(*)
FROM job
WHERE tube = :tube
GROUP BY now_in
