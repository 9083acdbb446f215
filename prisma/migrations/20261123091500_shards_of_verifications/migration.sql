-- The same for verifications and what belongs to them: each draws a shard, which its id names. No key leads from there to a person, or back.

ALTER TABLE "verified_claims" DROP CONSTRAINT "verified_claims_session_id_fkey";
ALTER TABLE "verification_sessions" DROP CONSTRAINT "verification_sessions_user_id_fkey", DROP CONSTRAINT "verification_sessions_expected_user_id_fkey";
ALTER TABLE "verification_keys" DROP CONSTRAINT "verification_keys_session_id_fkey";
ALTER TABLE "verification_images" DROP CONSTRAINT "verification_images_session_id_fkey";
ALTER TABLE "verification_handoffs" DROP CONSTRAINT "verification_handoffs_session_id_fkey";
ALTER TABLE "wallet_requests" DROP CONSTRAINT "wallet_requests_session_id_fkey";

-- The next process to start puts them on the shard that their id names, since migrations have no keys; what hangs on them follows.
ALTER TABLE "verification_sessions" ADD COLUMN "shard" SMALLINT NOT NULL DEFAULT -1, ADD COLUMN "user_environment" TEXT;
ALTER TABLE "verification_keys" ADD COLUMN "shard" SMALLINT NOT NULL DEFAULT -1;
ALTER TABLE "verification_images" ADD COLUMN "shard" SMALLINT NOT NULL DEFAULT -1;
ALTER TABLE "verification_handoffs" ADD COLUMN "shard" SMALLINT NOT NULL DEFAULT -1;
-- None lasts longer than ten minutes, and the code that leads back to one says of no shard.
DELETE FROM "wallet_requests";
ALTER TABLE "wallet_requests" ADD COLUMN "shard" SMALLINT NOT NULL;

ALTER TABLE "verification_sessions" ALTER COLUMN "shard" DROP DEFAULT, DROP CONSTRAINT "verification_sessions_pkey", ADD CONSTRAINT "verification_sessions_pkey" PRIMARY KEY ("shard", "id");
ALTER TABLE "verification_keys" ALTER COLUMN "shard" DROP DEFAULT, DROP CONSTRAINT "verification_keys_pkey", ADD CONSTRAINT "verification_keys_pkey" PRIMARY KEY ("shard", "session_id");
ALTER TABLE "verification_images" ALTER COLUMN "shard" DROP DEFAULT, DROP CONSTRAINT "verification_images_pkey", ADD CONSTRAINT "verification_images_pkey" PRIMARY KEY ("shard", "session_id", "kind");
ALTER TABLE "verification_handoffs" ALTER COLUMN "shard" DROP DEFAULT, DROP CONSTRAINT "verification_handoffs_pkey", ADD CONSTRAINT "verification_handoffs_pkey" PRIMARY KEY ("shard", "token_hash");
ALTER TABLE "wallet_requests" DROP CONSTRAINT "wallet_requests_pkey", ADD CONSTRAINT "wallet_requests_pkey" PRIMARY KEY ("shard", "id");

DROP INDEX "verification_sessions_token_hash_key";
DROP INDEX "verification_handoffs_browser_hash_key";
DROP INDEX "wallet_requests_session_id_key";
DROP INDEX "wallet_requests_response_code_hash_key";
CREATE UNIQUE INDEX "verification_sessions_shard_token_hash_key" ON "verification_sessions"("shard", "token_hash");
CREATE INDEX "verification_sessions_id_idx" ON "verification_sessions"("id");
CREATE INDEX "verification_keys_session_id_idx" ON "verification_keys"("session_id");
CREATE UNIQUE INDEX "verification_handoffs_shard_browser_hash_key" ON "verification_handoffs"("shard", "browser_hash");
CREATE UNIQUE INDEX "wallet_requests_shard_session_id_key" ON "wallet_requests"("shard", "session_id");
CREATE UNIQUE INDEX "wallet_requests_shard_response_code_hash_key" ON "wallet_requests"("shard", "response_code_hash");

ALTER TABLE "verification_keys" ADD CONSTRAINT "verification_keys_shard_session_id_fkey" FOREIGN KEY ("shard", "session_id") REFERENCES "verification_sessions"("shard", "id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "verification_images" ADD CONSTRAINT "verification_images_shard_session_id_fkey" FOREIGN KEY ("shard", "session_id") REFERENCES "verification_sessions"("shard", "id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "verification_handoffs" ADD CONSTRAINT "verification_handoffs_shard_session_id_fkey" FOREIGN KEY ("shard", "session_id") REFERENCES "verification_sessions"("shard", "id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "wallet_requests" ADD CONSTRAINT "wallet_requests_shard_session_id_fkey" FOREIGN KEY ("shard", "session_id") REFERENCES "verification_sessions"("shard", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- A person and an app of two environments do not meet: whoever binds a session says of which its person is.
DROP TRIGGER same_environment ON verification_sessions;
UPDATE "verification_sessions" "row" SET "user_environment" = "of"."environment" FROM "users" "of" WHERE "of"."id" = "row"."user_id";
CREATE FUNCTION same_environment_in_verification() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.user_environment IS DISTINCT FROM (SELECT environment FROM apps WHERE id = NEW.app_id) THEN
    RAISE EXCEPTION 'a person and an app of two environments' USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER same_environment BEFORE INSERT OR UPDATE OF user_id, app_id, user_environment ON verification_sessions FOR EACH ROW
  WHEN (NEW.user_id IS NOT NULL AND NEW.app_id IS NOT NULL) EXECUTE FUNCTION same_environment_in_verification();
