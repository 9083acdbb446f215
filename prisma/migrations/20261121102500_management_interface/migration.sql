-- A key is now taken and answered in one transaction; claims without an answer mean nothing any more.
DELETE FROM idempotent_answers WHERE status = 0;

-- As before, but the wait is long enough for both limits when both are reached.
CREATE OR REPLACE FUNCTION admit_api_request(company text, key text, company_limit int, key_limit int)
RETURNS TABLE (admitted boolean, company_used int, key_used int, wait_seconds int)
LANGUAGE plpgsql AS $$
DECLARE
  second bigint;
  company_counts int[];
  key_counts int[];
BEGIN
  INSERT INTO rate_counters (subject, last_second, counts) VALUES (company, 0, array_fill(0, ARRAY[61])) ON CONFLICT DO NOTHING;
  INSERT INTO rate_counters (subject, last_second, counts) VALUES (key, 0, array_fill(0, ARRAY[61])) ON CONFLICT DO NOTHING;
  PERFORM 1 FROM rate_counters WHERE subject = company FOR UPDATE;
  PERFORM 1 FROM rate_counters WHERE subject = key FOR UPDATE;
  second := floor(extract(epoch FROM clock_timestamp()));
  SELECT (array_fill(0, ARRAY[least(greatest(second - last_second, 0), 61)::int]) || counts)[1:61] INTO company_counts FROM rate_counters WHERE subject = company;
  SELECT (array_fill(0, ARRAY[least(greatest(second - last_second, 0), 61)::int]) || counts)[1:61] INTO key_counts FROM rate_counters WHERE subject = key;
  SELECT coalesce(sum(n), 0)::int INTO company_used FROM unnest(company_counts) AS n;
  SELECT coalesce(sum(n), 0)::int INTO key_used FROM unnest(key_counts) AS n;
  admitted := company_used < company_limit AND key_used < key_limit;
  wait_seconds := 0;
  IF admitted THEN
    company_counts[1] := company_counts[1] + 1;
    key_counts[1] := key_counts[1] + 1;
    company_used := company_used + 1;
    key_used := key_used + 1;
    UPDATE rate_counters SET last_second = second, counts = company_counts WHERE subject = company;
    UPDATE rate_counters SET last_second = second, counts = key_counts WHERE subject = key;
  ELSE
    -- The oldest counted second leaves the window first; what is at position p does so after 62 - p seconds.
    SELECT 62 - min(oldest) INTO wait_seconds FROM (
      SELECT max(position) AS oldest FROM unnest(company_counts) WITH ORDINALITY AS c(n, position) WHERE n > 0 AND company_used >= company_limit
      UNION ALL
      SELECT max(position) FROM unnest(key_counts) WITH ORDINALITY AS c(n, position) WHERE n > 0 AND key_used >= key_limit
    ) AS reached;
  END IF;
  RETURN NEXT;
END $$;
