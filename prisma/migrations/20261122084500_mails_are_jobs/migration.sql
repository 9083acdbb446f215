-- Sending a mail is a job like any other: what waits goes on waiting there.
INSERT INTO "queued_jobs" ("kind", "payload", "run_at")
SELECT 'deliver-mail', jsonb_build_object('mail', "id"), "next_attempt_at" FROM "outgoing_mails"
WHERE "next_attempt_at" IS NOT NULL AND "expires_at" > clock_timestamp();

-- DropIndex
DROP INDEX "outgoing_mails_next_attempt_at_idx";

-- AlterTable
ALTER TABLE "outgoing_mails" DROP COLUMN "attempts",
DROP COLUMN "next_attempt_at";
