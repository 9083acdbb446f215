-- The same for work that waits, for mail of ours and for aliases that are spent.

-- An alias of before says of no place where it was.
ALTER TABLE "spent_aliases" ADD COLUMN "shard" SMALLINT NOT NULL DEFAULT -1;
ALTER TABLE "spent_aliases" ALTER COLUMN "shard" DROP DEFAULT, DROP CONSTRAINT "spent_aliases_pkey", ADD CONSTRAINT "spent_aliases_pkey" PRIMARY KEY ("shard", "alias_hash");

-- Who takes work is told where it lies; where it is about a person it goes when they do.
ALTER TABLE "queued_jobs" ADD COLUMN "shard" SMALLINT NOT NULL DEFAULT 0;
UPDATE "queued_jobs" "row" SET "shard" = "of"."shard" FROM "users" "of" WHERE "of"."id" = "row"."payload"->>'user';
ALTER TABLE "queued_jobs" ALTER COLUMN "shard" DROP DEFAULT, DROP CONSTRAINT "queued_jobs_pkey", ADD CONSTRAINT "queued_jobs_pkey" PRIMARY KEY ("shard", "id");

-- A mail for no person is put where its id says at the next start of any process, since migrations have no keys.
ALTER TABLE "outgoing_mails" DROP CONSTRAINT "outgoing_mails_user_id_fkey";
DROP INDEX "outgoing_mails_bounce_id_key";
ALTER TABLE "outgoing_mails" ADD COLUMN "shard" SMALLINT NOT NULL DEFAULT -1;
UPDATE "outgoing_mails" "row" SET "shard" = "of"."shard" FROM "users" "of" WHERE "of"."id" = "row"."user_id";
ALTER TABLE "outgoing_mails" ALTER COLUMN "shard" DROP DEFAULT, DROP CONSTRAINT "outgoing_mails_pkey", ADD CONSTRAINT "outgoing_mails_pkey" PRIMARY KEY ("shard", "id");
UPDATE "queued_jobs" "row" SET "shard" = "of"."shard" FROM "outgoing_mails" "of" WHERE "of"."id" = "row"."payload"->>'mail';
CREATE INDEX "outgoing_mails_id_idx" ON "outgoing_mails"("id");
CREATE UNIQUE INDEX "outgoing_mails_shard_bounce_id_key" ON "outgoing_mails"("shard", "bounce_id");
ALTER TABLE "outgoing_mails" ADD CONSTRAINT "outgoing_mails_shard_user_id_fkey" FOREIGN KEY ("shard", "user_id") REFERENCES "users"("shard", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- As before, on the shard of whose row was changed.
CREATE OR REPLACE FUNCTION tell_ended_session() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.expires_at > clock_timestamp() THEN
    INSERT INTO queued_jobs (shard, kind, payload)
    SELECT shard, 'back-channel-logout', jsonb_build_object('user', user_id, 'app', app_id, 'sid', sid) FROM session_visits
    WHERE shard = OLD.shard AND session_hash = OLD.id_hash;
  END IF;
  RETURN OLD;
END $$;

CREATE OR REPLACE FUNCTION tell_changed_credentials() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM signal_streams) THEN
    INSERT INTO queued_jobs (shard, kind, payload) VALUES (NEW.shard, 'tell-signals', jsonb_build_object('user', NEW.id, 'what', 'credentials'));
  END IF;
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION tell_changed_claims() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM signal_streams) THEN
    INSERT INTO queued_jobs (shard, kind, payload)
    SELECT DISTINCT shard, 'tell-signals', jsonb_build_object('user', user_id, 'what', 'assurance') FROM changed;
  END IF;
  RETURN NULL;
END $$;
