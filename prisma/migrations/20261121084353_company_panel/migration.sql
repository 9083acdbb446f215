-- CreateTable
CREATE TABLE "staff_tokens" (
    "token_hash" BYTEA NOT NULL,
    "staff_id" TEXT NOT NULL,
    "purpose" TEXT NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "staff_tokens_pkey" PRIMARY KEY ("token_hash")
);

-- CreateTable
CREATE TABLE "staff_invites" (
    "id" TEXT NOT NULL,
    "company_id" TEXT NOT NULL,
    "email" TEXT NOT NULL,
    "role" "staff_role" NOT NULL,
    "token_hash" BYTEA NOT NULL,
    "invited_by_id" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "staff_invites_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "rate_counters" (
    "subject" TEXT NOT NULL,
    "last_second" BIGINT NOT NULL,
    "counts" INTEGER[],

    CONSTRAINT "rate_counters_pkey" PRIMARY KEY ("subject")
);

-- CreateIndex
CREATE INDEX "staff_tokens_staff_id_idx" ON "staff_tokens"("staff_id");

-- CreateIndex
CREATE INDEX "staff_tokens_expires_at_idx" ON "staff_tokens"("expires_at");

-- CreateIndex
CREATE UNIQUE INDEX "staff_invites_token_hash_key" ON "staff_invites"("token_hash");

-- CreateIndex
CREATE INDEX "staff_invites_invited_by_id_idx" ON "staff_invites"("invited_by_id");

-- CreateIndex
CREATE INDEX "staff_invites_expires_at_idx" ON "staff_invites"("expires_at");

-- CreateIndex
CREATE UNIQUE INDEX "staff_invites_company_id_email_key" ON "staff_invites"("company_id", "email");

-- CreateIndex
CREATE INDEX "rate_counters_last_second_idx" ON "rate_counters"("last_second");

-- AddForeignKey
ALTER TABLE "staff_tokens" ADD CONSTRAINT "staff_tokens_staff_id_fkey" FOREIGN KEY ("staff_id") REFERENCES "staff_members"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "staff_invites" ADD CONSTRAINT "staff_invites_company_id_fkey" FOREIGN KEY ("company_id") REFERENCES "companies"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "staff_invites" ADD CONSTRAINT "staff_invites_invited_by_id_fkey" FOREIGN KEY ("invited_by_id") REFERENCES "staff_members"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- Lost in a crash at no loss, and so not worth a flush to disk on every request.
ALTER TABLE "rate_counters" SET UNLOGGED;

-- Admits one request of a key and of its company, or of neither. The company's row is always taken first, so two keys of
-- one company wait for each other and never for ever. Every sixty seconds one cares to look at lie within the sixty-one counts.
CREATE FUNCTION admit_api_request(company text, key text, company_limit int, key_limit int)
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
    SELECT 62 - max(position) INTO wait_seconds
    FROM unnest(CASE WHEN company_used >= company_limit THEN company_counts ELSE key_counts END) WITH ORDINALITY AS c(n, position) WHERE n > 0;
  END IF;
  RETURN NEXT;
END $$;
