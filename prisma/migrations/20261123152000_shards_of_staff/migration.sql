-- Staff lie on their company's shard, which their ids say from now on. Members of before get such an id at the next start of any process, since
-- migrations have no keys to seal one with; until then they are at -1, where nothing is found.

-- What lets somebody in and says no shard ends: members log in again and are invited again. Recovery codes are bound to the id that goes.
DELETE FROM "playground_runs";
DELETE FROM "staff_sessions";
DELETE FROM "staff_tokens";
DELETE FROM "staff_pending_log_ins";
DELETE FROM "staff_passkey_challenges";
DELETE FROM "staff_recovery_codes";
DELETE FROM "staff_invites";
DELETE FROM "unsealed_values" WHERE "kind" = 'staff_invite';

-- Mail that waits with a link that is over is not sent; other mail of before is nobody's, and goes with its time.
DELETE FROM "outgoing_mails" WHERE "kind" IN ('staff_confirm', 'staff_recover') AND "delivered_at" IS NULL;
UPDATE "outgoing_mails" SET "staff_id" = NULL, "invite_id" = NULL WHERE "staff_id" IS NOT NULL OR "invite_id" IS NOT NULL;

ALTER TABLE "outgoing_mails" DROP CONSTRAINT "outgoing_mails_staff_id_fkey", DROP CONSTRAINT "outgoing_mails_invite_id_fkey";
ALTER TABLE "playground_runs" DROP CONSTRAINT "playground_runs_session_hash_fkey";
ALTER TABLE "staff_devices" DROP CONSTRAINT "staff_devices_staff_id_fkey";
ALTER TABLE "staff_invites" DROP CONSTRAINT "staff_invites_invited_by_id_fkey";
ALTER TABLE "staff_passkeys" DROP CONSTRAINT "staff_passkeys_staff_id_fkey";
ALTER TABLE "staff_pending_log_ins" DROP CONSTRAINT "staff_pending_log_ins_staff_id_fkey";
ALTER TABLE "staff_recovery_codes" DROP CONSTRAINT "staff_recovery_codes_staff_id_fkey";
ALTER TABLE "staff_sessions" DROP CONSTRAINT "staff_sessions_staff_id_fkey";
ALTER TABLE "staff_tokens" DROP CONSTRAINT "staff_tokens_staff_id_fkey";
ALTER TABLE "staff_totps" DROP CONSTRAINT "staff_totps_staff_id_fkey";
DROP INDEX "staff_invites_company_id_email_index_key";
DROP INDEX "staff_invites_token_hash_key";

ALTER TABLE "staff_members" ADD COLUMN "shard" SMALLINT NOT NULL DEFAULT -1, ADD COLUMN "former_id" TEXT,
  DROP CONSTRAINT "staff_members_pkey", ADD CONSTRAINT "staff_members_pkey" PRIMARY KEY ("shard", "id"),
  ADD CONSTRAINT "staff_members_shard_check" CHECK ("shard" IN (-1, company_shard("company_id")));
ALTER TABLE "staff_members" ALTER COLUMN "shard" DROP DEFAULT;
ALTER TABLE "staff_devices" ADD COLUMN "shard" SMALLINT NOT NULL DEFAULT -1,
  DROP CONSTRAINT "staff_devices_pkey", ADD CONSTRAINT "staff_devices_pkey" PRIMARY KEY ("shard", "staff_id", "device_hash");
ALTER TABLE "staff_devices" ALTER COLUMN "shard" DROP DEFAULT;
ALTER TABLE "staff_totps" ADD COLUMN "shard" SMALLINT NOT NULL DEFAULT -1,
  DROP CONSTRAINT "staff_totps_pkey", ADD CONSTRAINT "staff_totps_pkey" PRIMARY KEY ("shard", "staff_id");
ALTER TABLE "staff_totps" ALTER COLUMN "shard" DROP DEFAULT;
ALTER TABLE "staff_passkeys" ADD COLUMN "shard" SMALLINT NOT NULL DEFAULT -1,
  DROP CONSTRAINT "staff_passkeys_pkey", ADD CONSTRAINT "staff_passkeys_pkey" PRIMARY KEY ("shard", "credential_id");
ALTER TABLE "staff_passkeys" ALTER COLUMN "shard" DROP DEFAULT;

ALTER TABLE "staff_recovery_codes" ADD COLUMN "shard" SMALLINT NOT NULL,
  DROP CONSTRAINT "staff_recovery_codes_pkey", ADD CONSTRAINT "staff_recovery_codes_pkey" PRIMARY KEY ("shard", "staff_id", "code_hash");
ALTER TABLE "staff_sessions" ADD COLUMN "shard" SMALLINT NOT NULL,
  DROP CONSTRAINT "staff_sessions_pkey", ADD CONSTRAINT "staff_sessions_pkey" PRIMARY KEY ("shard", "id_hash");
ALTER TABLE "staff_tokens" ADD COLUMN "shard" SMALLINT NOT NULL,
  DROP CONSTRAINT "staff_tokens_pkey", ADD CONSTRAINT "staff_tokens_pkey" PRIMARY KEY ("shard", "token_hash");
ALTER TABLE "staff_pending_log_ins" ADD COLUMN "shard" SMALLINT NOT NULL,
  DROP CONSTRAINT "staff_pending_log_ins_pkey", ADD CONSTRAINT "staff_pending_log_ins_pkey" PRIMARY KEY ("shard", "id_hash");
ALTER TABLE "staff_passkey_challenges" ADD COLUMN "shard" SMALLINT NOT NULL,
  DROP CONSTRAINT "staff_passkey_challenges_pkey", ADD CONSTRAINT "staff_passkey_challenges_pkey" PRIMARY KEY ("shard", "challenge_hash");
ALTER TABLE "staff_invites" ADD COLUMN "shard" SMALLINT NOT NULL,
  DROP CONSTRAINT "staff_invites_pkey", ADD CONSTRAINT "staff_invites_pkey" PRIMARY KEY ("shard", "id"),
  ADD CONSTRAINT "staff_invites_shard_check" CHECK ("shard" = company_shard("company_id"));
ALTER TABLE "playground_runs" ADD COLUMN "shard" SMALLINT NOT NULL,
  DROP CONSTRAINT "playground_runs_pkey", ADD CONSTRAINT "playground_runs_pkey" PRIMARY KEY ("shard", "state_hash");

CREATE UNIQUE INDEX "staff_invites_shard_company_id_email_index_key" ON "staff_invites"("shard", "company_id", "email_index");
CREATE UNIQUE INDEX "staff_invites_shard_token_hash_key" ON "staff_invites"("shard", "token_hash");
CREATE INDEX "staff_invites_company_id_idx" ON "staff_invites"("company_id");
CREATE INDEX "staff_members_former_id_idx" ON "staff_members"("former_id");

ALTER TABLE "staff_sessions" ADD CONSTRAINT "staff_sessions_shard_staff_id_fkey" FOREIGN KEY ("shard", "staff_id") REFERENCES "staff_members"("shard", "id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "staff_tokens" ADD CONSTRAINT "staff_tokens_shard_staff_id_fkey" FOREIGN KEY ("shard", "staff_id") REFERENCES "staff_members"("shard", "id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "staff_invites" ADD CONSTRAINT "staff_invites_shard_invited_by_id_fkey" FOREIGN KEY ("shard", "invited_by_id") REFERENCES "staff_members"("shard", "id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "staff_devices" ADD CONSTRAINT "staff_devices_shard_staff_id_fkey" FOREIGN KEY ("shard", "staff_id") REFERENCES "staff_members"("shard", "id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "staff_pending_log_ins" ADD CONSTRAINT "staff_pending_log_ins_shard_staff_id_fkey" FOREIGN KEY ("shard", "staff_id") REFERENCES "staff_members"("shard", "id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "staff_totps" ADD CONSTRAINT "staff_totps_shard_staff_id_fkey" FOREIGN KEY ("shard", "staff_id") REFERENCES "staff_members"("shard", "id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "staff_recovery_codes" ADD CONSTRAINT "staff_recovery_codes_shard_staff_id_fkey" FOREIGN KEY ("shard", "staff_id") REFERENCES "staff_members"("shard", "id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "staff_passkeys" ADD CONSTRAINT "staff_passkeys_shard_staff_id_fkey" FOREIGN KEY ("shard", "staff_id") REFERENCES "staff_members"("shard", "id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "playground_runs" ADD CONSTRAINT "playground_runs_shard_session_hash_fkey" FOREIGN KEY ("shard", "session_hash") REFERENCES "staff_sessions"("shard", "id_hash") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "outgoing_mails" ADD CONSTRAINT "outgoing_mails_shard_staff_id_fkey" FOREIGN KEY ("shard", "staff_id") REFERENCES "staff_members"("shard", "id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "outgoing_mails" ADD CONSTRAINT "outgoing_mails_shard_invite_id_fkey" FOREIGN KEY ("shard", "invite_id") REFERENCES "staff_invites"("shard", "id") ON DELETE CASCADE ON UPDATE CASCADE;
