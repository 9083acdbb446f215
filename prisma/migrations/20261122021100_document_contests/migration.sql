-- CreateEnum
CREATE TYPE "contest_state" AS ENUM ('suspended', 'even', 'kept_earlier', 'kept_contesting');

-- AlterTable
ALTER TABLE "verified_claims" ADD COLUMN     "contest_id" TEXT,
ADD COLUMN     "document_fingerprint" BYTEA;

-- AlterTable
ALTER TABLE "verification_sessions" ADD COLUMN     "is_contest" BOOLEAN NOT NULL DEFAULT false;

-- AlterTable
ALTER TABLE "document_fingerprints" ADD COLUMN     "checks" JSONB,
ADD COLUMN     "is_decided" BOOLEAN NOT NULL DEFAULT false;

-- What is known of documents shown before: which claims came from them, and how well they were shown.
UPDATE "verified_claims" c SET "document_fingerprint" = s."document_fingerprint"
FROM "verification_sessions" s WHERE s."id" = c."session_id";

UPDATE "document_fingerprints" d SET "checks" = (
  SELECT s."checks" FROM "verification_sessions" s
  WHERE s."document_fingerprint" = d."fingerprint" AND s."user_id" = d."user_id" AND s."status" = 'verified'
  ORDER BY s."checks" ->> 'face_match' = 'pass' DESC NULLS LAST, s."verified_at" DESC LIMIT 1);

-- What the audit log told a company of another account, it tells no more.
UPDATE "audit_events" SET "detail" = jsonb_set("detail", '{after,failure}', '"not_possible"')
WHERE "detail" -> 'after' ->> 'failure' = 'document_already_linked';

-- CreateTable
CREATE TABLE "document_contests" (
    "id" TEXT NOT NULL,
    "fingerprint" BYTEA NOT NULL,
    "holder_id" TEXT NOT NULL,
    "contesting_id" TEXT NOT NULL,
    "state" "contest_state" NOT NULL,
    "holder_checks" JSONB,
    "contesting_checks" JSONB NOT NULL,
    "opened_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "answered_at" TIMESTAMPTZ(3),
    "decided_at" TIMESTAMPTZ(3),

    CONSTRAINT "document_contests_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "document_contests_fingerprint_state_idx" ON "document_contests"("fingerprint", "state");

-- CreateIndex
CREATE INDEX "document_contests_holder_id_idx" ON "document_contests"("holder_id");

-- CreateIndex
CREATE INDEX "document_contests_contesting_id_idx" ON "document_contests"("contesting_id");

-- CreateIndex
CREATE INDEX "document_contests_decided_at_idx" ON "document_contests"("decided_at");

-- CreateIndex
CREATE INDEX "verified_claims_contest_id_idx" ON "verified_claims"("contest_id");

-- AddForeignKey
ALTER TABLE "verified_claims" ADD CONSTRAINT "verified_claims_contest_id_fkey" FOREIGN KEY ("contest_id") REFERENCES "document_contests"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "document_contests" ADD CONSTRAINT "document_contests_fingerprint_fkey" FOREIGN KEY ("fingerprint") REFERENCES "document_fingerprints"("fingerprint") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "document_contests" ADD CONSTRAINT "document_contests_holder_id_fkey" FOREIGN KEY ("holder_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "document_contests" ADD CONSTRAINT "document_contests_contesting_id_fkey" FOREIGN KEY ("contesting_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;
