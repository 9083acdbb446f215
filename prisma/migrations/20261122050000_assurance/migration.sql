-- CreateEnum
CREATE TYPE "assurance" AS ENUM ('zone', 'page', 'person', 'wallet');

-- Nothing but a zone that added up stood behind what was verified before.
ALTER TABLE "verified_claims" ADD COLUMN "assurance" "assurance" NOT NULL DEFAULT 'zone';
ALTER TABLE "verified_claims" ALTER COLUMN "assurance" DROP DEFAULT;

ALTER TABLE "verification_sessions"
  ADD COLUMN "min_assurance" "assurance" NOT NULL DEFAULT 'zone',
  ADD COLUMN "assurance" "assurance",
  ADD COLUMN "attempts_used" INTEGER NOT NULL DEFAULT 0;
ALTER TABLE "verification_sessions" ALTER COLUMN "min_assurance" DROP DEFAULT;
UPDATE "verification_sessions" SET "attempts_used" = "attempt";
-- What was read or decided was read as it was then; whatever is still open is asked as a new session is.
UPDATE "verification_sessions" SET "assurance" = 'zone' WHERE "status" IN ('reviewing', 'verified');
UPDATE "verification_sessions"
  SET "min_assurance" = CASE WHEN "fields" && ARRAY['age_over_18', 'birthdate', 'face_match'] THEN 'person' ELSE 'page' END::"assurance"
  WHERE "status" IN ('created', 'in_progress', 'processing', 'retry_required', 'expired');

ALTER TABLE "authorization_codes" ADD COLUMN "asked_assurance" TEXT[] DEFAULT ARRAY[]::TEXT[];
ALTER TABLE "access_tokens" ADD COLUMN "asked_assurance" TEXT[] DEFAULT ARRAY[]::TEXT[];
ALTER TABLE "refresh_tokens" ADD COLUMN "asked_assurance" TEXT[] DEFAULT ARRAY[]::TEXT[];
