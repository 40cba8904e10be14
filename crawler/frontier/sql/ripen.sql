-- Makes ready what is due: jobs whose delay is over, and jobs whose lease has ended.
UPDATE job
SET state = 'ready', due = NULL
WHERE tube = :tube AND state IN ('delayed', 'reserved') AND due <= :now
