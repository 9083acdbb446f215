-- What a call of a company's server changes lies on the company's shard, which is computed from the company's id and no secret. The keys
-- themselves are the same everywhere, so that a call finds its company wherever it is read.

-- The first two bytes of the id's SHA-256, as `shardOfCompany` has it.
CREATE FUNCTION company_shard(company text) RETURNS smallint LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT ((('x' || encode(substr(sha256($1::bytea), 1, 2), 'hex'))::bit(16)::int) & 4095)::smallint
$$;

-- What is the same everywhere refers to nothing that is on one database, and nothing that a database makes by itself is written in it.
ALTER TABLE "api_keys" DROP CONSTRAINT "api_keys_created_by_id_fkey", ALTER COLUMN "created_at" DROP DEFAULT;
DROP INDEX "api_keys_created_by_id_idx";
ALTER TABLE "companies" ALTER COLUMN "created_at" DROP DEFAULT;
ALTER TABLE "apps" ALTER COLUMN "created_at" DROP DEFAULT, ALTER COLUMN "updated_at" DROP DEFAULT;
ALTER TABLE "signing_keys" ALTER COLUMN "created_at" DROP DEFAULT;

-- What a key's uses change.
CREATE TABLE "api_key_uses" (
    "shard" SMALLINT NOT NULL,
    "key_id" TEXT NOT NULL,
    "last_used_at" TIMESTAMPTZ(3),
    "last_place_sealed" BYTEA,
    "refused_at" TIMESTAMPTZ(3),
    "expiry_told_at" TIMESTAMPTZ(3),

    CONSTRAINT "api_key_uses_pkey" PRIMARY KEY ("shard", "key_id")
);
ALTER TABLE "api_key_uses" ADD CONSTRAINT "api_key_uses_key_id_fkey" FOREIGN KEY ("key_id") REFERENCES "api_keys"("id") ON DELETE CASCADE ON UPDATE CASCADE;
INSERT INTO "api_key_uses" SELECT company_shard(company_id), id, last_used_at, last_place_sealed, refused_at, expiry_told_at FROM "api_keys";
CREATE INDEX "api_key_uses_key_id_idx" ON "api_key_uses"("key_id");
ALTER TABLE "api_keys" DROP COLUMN "last_used_at", DROP COLUMN "last_place_sealed", DROP COLUMN "refused_at", DROP COLUMN "expiry_told_at";

ALTER TABLE "idempotent_answers" ADD COLUMN "shard" SMALLINT;
UPDATE "idempotent_answers" SET "shard" = company_shard(company_id);
ALTER TABLE "idempotent_answers" ALTER COLUMN "shard" SET NOT NULL, DROP CONSTRAINT "idempotent_answers_pkey",
  ADD CONSTRAINT "idempotent_answers_pkey" PRIMARY KEY ("shard", "company_id", "key"),
  ADD CONSTRAINT "idempotent_answers_shard_check" CHECK ("shard" = company_shard("company_id"));
CREATE INDEX "idempotent_answers_company_id_idx" ON "idempotent_answers"("company_id");

ALTER TABLE "request_lines" ADD COLUMN "shard" SMALLINT;
UPDATE "request_lines" SET "shard" = company_shard(company_id);
ALTER TABLE "request_lines" ALTER COLUMN "shard" SET NOT NULL, DROP CONSTRAINT "request_lines_pkey",
  ADD CONSTRAINT "request_lines_pkey" PRIMARY KEY ("shard", "request_id"),
  ADD CONSTRAINT "request_lines_shard_check" CHECK ("shard" = company_shard("company_id"));

-- Counts of what is gone are nobody's.
ALTER TABLE "request_counts" ADD COLUMN "shard" SMALLINT;
UPDATE "request_counts" c SET "shard" = company_shard(o.company_id) FROM (
  SELECT id, id AS company_id FROM companies UNION ALL SELECT id, company_id FROM apps UNION ALL SELECT id, company_id FROM api_keys
) o WHERE o.id = c.subject_id;
DELETE FROM "request_counts" WHERE "shard" IS NULL;
ALTER TABLE "request_counts" ALTER COLUMN "shard" SET NOT NULL, DROP CONSTRAINT "request_counts_pkey",
  ADD CONSTRAINT "request_counts_pkey" PRIMARY KEY ("shard", "subject_id", "hour", "endpoint", "code", "reason", "latency");

-- They count for a minute.
TRUNCATE "rate_counters";
ALTER TABLE "rate_counters" ADD COLUMN "shard" SMALLINT NOT NULL, DROP CONSTRAINT "rate_counters_pkey",
  ADD CONSTRAINT "rate_counters_pkey" PRIMARY KEY ("shard", "subject");

-- As before, on one shard.
DROP FUNCTION admit_api_request(text, text, int, int);
CREATE FUNCTION admit_api_request(at smallint, company text, key text, company_limit int, key_limit int)
RETURNS TABLE (admitted boolean, company_used int, key_used int, wait_seconds int)
LANGUAGE plpgsql AS $$
DECLARE
  second bigint;
  company_counts int[];
  key_counts int[];
BEGIN
  INSERT INTO rate_counters (shard, subject, last_second, counts) VALUES (at, company, 0, array_fill(0, ARRAY[61])) ON CONFLICT DO NOTHING;
  INSERT INTO rate_counters (shard, subject, last_second, counts) VALUES (at, key, 0, array_fill(0, ARRAY[61])) ON CONFLICT DO NOTHING;
  PERFORM 1 FROM rate_counters WHERE shard = at AND subject = company FOR UPDATE;
  PERFORM 1 FROM rate_counters WHERE shard = at AND subject = key FOR UPDATE;
  second := floor(extract(epoch FROM clock_timestamp()));
  SELECT (array_fill(0, ARRAY[least(greatest(second - last_second, 0), 61)::int]) || counts)[1:61] INTO company_counts
  FROM rate_counters WHERE shard = at AND subject = company;
  SELECT (array_fill(0, ARRAY[least(greatest(second - last_second, 0), 61)::int]) || counts)[1:61] INTO key_counts
  FROM rate_counters WHERE shard = at AND subject = key;
  SELECT coalesce(sum(n), 0)::int INTO company_used FROM unnest(company_counts) AS n;
  SELECT coalesce(sum(n), 0)::int INTO key_used FROM unnest(key_counts) AS n;
  admitted := company_used < company_limit AND key_used < key_limit;
  wait_seconds := 0;
  IF admitted THEN
    company_counts[1] := company_counts[1] + 1;
    key_counts[1] := key_counts[1] + 1;
    company_used := company_used + 1;
    key_used := key_used + 1;
    UPDATE rate_counters SET last_second = second, counts = company_counts WHERE shard = at AND subject = company;
    UPDATE rate_counters SET last_second = second, counts = key_counts WHERE shard = at AND subject = key;
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
