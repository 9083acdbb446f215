-- Where a person's rows are: first in the keys of everything on a token's way. Rows of before are placed at the next start of any process,
-- since migrations have no keys; until then they are at -1, where nothing is found.

-- Secrets of before say of no place where they are: whoever has one asks for another. Consents stay.
DELETE FROM "authorization_codes";
DELETE FROM "access_tokens";
DELETE FROM "refresh_tokens";
DELETE FROM "ended_secrets";
ALTER TABLE "user_sessions" DISABLE TRIGGER "tell_ended_session";
DELETE FROM "user_sessions";
ALTER TABLE "user_sessions" ENABLE TRIGGER "tell_ended_session";

-- Keys that refer to what changes are taken off and put back as they were, behind the new ones.
CREATE TEMPORARY TABLE "kept_keys" AS
  SELECT conrelid::regclass::text AS "table_name", quote_ident(conname) AS "key_name", pg_get_constraintdef(oid) AS "definition"
  FROM pg_constraint WHERE contype = 'f' AND confrelid IN ('users'::regclass, 'subjects'::regclass, 'grants'::regclass, 'user_sessions'::regclass);

DO $$
DECLARE kept record;
BEGIN
  FOR kept IN SELECT * FROM kept_keys LOOP
    EXECUTE format('ALTER TABLE %s DROP CONSTRAINT %s', kept.table_name, kept.key_name);
  END LOOP;
END $$;

DROP INDEX "access_tokens_grant_id_idx";
DROP INDEX "authorization_codes_grant_id_idx";
DROP INDEX "grants_user_id_app_id_key";
DROP INDEX "refresh_tokens_grant_id_idx";
DROP INDEX "session_visits_session_hash_idx";
DROP INDEX "subjects_app_id_sub_index_key";
DROP INDEX "user_sessions_user_id_idx";

ALTER TABLE "access_tokens" DROP CONSTRAINT "access_tokens_pkey",
  ADD COLUMN "shard" SMALLINT NOT NULL,
  ADD CONSTRAINT "access_tokens_pkey" PRIMARY KEY ("shard", "token_hash");
ALTER TABLE "authorization_codes" DROP CONSTRAINT "authorization_codes_pkey",
  ADD COLUMN "shard" SMALLINT NOT NULL,
  ADD CONSTRAINT "authorization_codes_pkey" PRIMARY KEY ("shard", "code_hash");
ALTER TABLE "ended_secrets" DROP CONSTRAINT "ended_secrets_pkey",
  ADD COLUMN "shard" SMALLINT NOT NULL,
  ADD CONSTRAINT "ended_secrets_pkey" PRIMARY KEY ("shard", "secret_hash");
ALTER TABLE "grants" DROP CONSTRAINT "grants_pkey",
  ADD COLUMN "shard" SMALLINT NOT NULL DEFAULT -1,
  ADD CONSTRAINT "grants_pkey" PRIMARY KEY ("shard", "id");
ALTER TABLE "refresh_tokens" DROP CONSTRAINT "refresh_tokens_pkey",
  ADD COLUMN "shard" SMALLINT NOT NULL,
  ADD CONSTRAINT "refresh_tokens_pkey" PRIMARY KEY ("shard", "token_hash");
ALTER TABLE "session_visits" DROP CONSTRAINT "session_visits_pkey",
  ADD COLUMN "shard" SMALLINT NOT NULL,
  ADD CONSTRAINT "session_visits_pkey" PRIMARY KEY ("shard", "user_id", "session_hash", "app_id");
ALTER TABLE "subjects" DROP CONSTRAINT "subjects_pkey",
  ADD COLUMN "shard" SMALLINT NOT NULL DEFAULT -1,
  ADD CONSTRAINT "subjects_pkey" PRIMARY KEY ("shard", "user_id", "app_id");
ALTER TABLE "user_sessions" DROP CONSTRAINT "user_sessions_pkey",
  ADD COLUMN "shard" SMALLINT NOT NULL,
  ADD CONSTRAINT "user_sessions_pkey" PRIMARY KEY ("shard", "id_hash");
ALTER TABLE "users" DROP CONSTRAINT "users_pkey",
  ADD COLUMN "shard" SMALLINT NOT NULL DEFAULT -1,
  ADD CONSTRAINT "users_pkey" PRIMARY KEY ("shard", "id");
ALTER TABLE "verified_claims" DROP CONSTRAINT "verified_claims_pkey",
  ADD COLUMN "shard" SMALLINT NOT NULL DEFAULT -1,
  ADD CONSTRAINT "verified_claims_pkey" PRIMARY KEY ("shard", "user_id", "name");

ALTER TABLE "users" ALTER COLUMN "shard" DROP DEFAULT;
ALTER TABLE "subjects" ALTER COLUMN "shard" DROP DEFAULT;
ALTER TABLE "grants" ALTER COLUMN "shard" DROP DEFAULT;
ALTER TABLE "verified_claims" ALTER COLUMN "shard" DROP DEFAULT;
ALTER TABLE "users" ADD CONSTRAINT "users_shard_check" CHECK ("shard" BETWEEN -1 AND 4095);

CREATE UNIQUE INDEX "grants_id_key" ON "grants"("id");
CREATE UNIQUE INDEX "grants_shard_user_id_app_id_key" ON "grants"("shard", "user_id", "app_id");
CREATE UNIQUE INDEX "subjects_user_id_app_id_key" ON "subjects"("user_id", "app_id");
CREATE UNIQUE INDEX "users_id_key" ON "users"("id");
CREATE INDEX "access_tokens_shard_grant_id_idx" ON "access_tokens"("shard", "grant_id");
CREATE INDEX "authorization_codes_shard_grant_id_idx" ON "authorization_codes"("shard", "grant_id");
CREATE INDEX "grants_user_id_app_id_idx" ON "grants"("user_id", "app_id");
CREATE INDEX "refresh_tokens_shard_grant_id_idx" ON "refresh_tokens"("shard", "grant_id");
CREATE INDEX "session_visits_shard_session_hash_idx" ON "session_visits"("shard", "session_hash");
CREATE INDEX "subjects_app_id_sub_index_idx" ON "subjects"("app_id", "sub_index");
CREATE INDEX "user_sessions_shard_user_id_idx" ON "user_sessions"("shard", "user_id");

ALTER TABLE "user_sessions" ADD CONSTRAINT "user_sessions_shard_user_id_fkey" FOREIGN KEY ("shard", "user_id") REFERENCES "users"("shard", "id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "session_visits" ADD CONSTRAINT "session_visits_shard_user_id_fkey" FOREIGN KEY ("shard", "user_id") REFERENCES "users"("shard", "id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "session_visits" ADD CONSTRAINT "session_visits_shard_session_hash_fkey" FOREIGN KEY ("shard", "session_hash") REFERENCES "user_sessions"("shard", "id_hash") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "verified_claims" ADD CONSTRAINT "verified_claims_shard_user_id_fkey" FOREIGN KEY ("shard", "user_id") REFERENCES "users"("shard", "id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "subjects" ADD CONSTRAINT "subjects_shard_user_id_fkey" FOREIGN KEY ("shard", "user_id") REFERENCES "users"("shard", "id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "grants" ADD CONSTRAINT "grants_shard_user_id_app_id_fkey" FOREIGN KEY ("shard", "user_id", "app_id") REFERENCES "subjects"("shard", "user_id", "app_id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "authorization_codes" ADD CONSTRAINT "authorization_codes_shard_grant_id_fkey" FOREIGN KEY ("shard", "grant_id") REFERENCES "grants"("shard", "id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "access_tokens" ADD CONSTRAINT "access_tokens_shard_grant_id_fkey" FOREIGN KEY ("shard", "grant_id") REFERENCES "grants"("shard", "id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "refresh_tokens" ADD CONSTRAINT "refresh_tokens_shard_grant_id_fkey" FOREIGN KEY ("shard", "grant_id") REFERENCES "grants"("shard", "id") ON DELETE CASCADE ON UPDATE CASCADE;

DO $$
DECLARE kept record;
BEGIN
  FOR kept IN SELECT * FROM kept_keys
    WHERE (table_name, key_name) NOT IN (('access_tokens', 'access_tokens_grant_id_fkey'), ('authorization_codes', 'authorization_codes_grant_id_fkey'), ('grants', 'grants_user_id_app_id_fkey'), ('refresh_tokens', 'refresh_tokens_grant_id_fkey'), ('session_visits', 'session_visits_session_hash_fkey'), ('session_visits', 'session_visits_user_id_fkey'), ('subjects', 'subjects_user_id_fkey'), ('user_sessions', 'user_sessions_user_id_fkey'), ('verified_claims', 'verified_claims_user_id_fkey')) LOOP
    EXECUTE format('ALTER TABLE %s ADD CONSTRAINT %s %s', kept.table_name, kept.key_name, kept.definition);
  END LOOP;
END $$;

DROP TABLE "kept_keys";

-- As before, on the session's own shard.
CREATE OR REPLACE FUNCTION tell_ended_session() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.expires_at > clock_timestamp() THEN
    INSERT INTO queued_jobs (kind, payload)
    SELECT 'back-channel-logout', jsonb_build_object('user', user_id, 'app', app_id, 'sid', sid) FROM session_visits
    WHERE shard = OLD.shard AND session_hash = OLD.id_hash;
  END IF;
  RETURN OLD;
END $$;
