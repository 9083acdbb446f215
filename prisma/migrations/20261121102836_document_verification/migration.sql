-- CreateEnum
CREATE TYPE "verification_state" AS ENUM ('created', 'in_progress', 'processing', 'reviewing', 'verified', 'retry_required', 'failed', 'expired', 'canceled');

-- CreateEnum
CREATE TYPE "material_status" AS ENUM ('none', 'held', 'deleted');

-- AlterTable
ALTER TABLE "verified_claims" ADD COLUMN     "session_id" TEXT;

-- CreateTable
CREATE TABLE "verification_sessions" (
    "id" TEXT NOT NULL,
    "company_id" TEXT,
    "app_id" TEXT,
    "token_hash" BYTEA NOT NULL,
    "fields" TEXT[],
    "reference" TEXT,
    "redirect_uri" TEXT,
    "state_sealed" BYTEA,
    "master_key_id" TEXT NOT NULL,
    "locale" TEXT,
    "expires_in_seconds" INTEGER NOT NULL,
    "max_attempts" INTEGER NOT NULL,
    "attempt" INTEGER NOT NULL DEFAULT 0,
    "expected_user_id" TEXT,
    "user_id" TEXT,
    "status" "verification_state" NOT NULL DEFAULT 'created',
    "failure_code" TEXT,
    "checks" JSONB,
    "engine_version" TEXT,
    "document_fingerprint" BYTEA,
    "document_kind" TEXT,
    "head_turn" TEXT,
    "reading_sealed" BYTEA,
    "image_key_sealed" BYTEA,
    "material_status" "material_status" NOT NULL DEFAULT 'none',
    "material_since" TIMESTAMPTZ(3),
    "material_deleted_at" TIMESTAMPTZ(3),
    "verified_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "verification_sessions_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "verification_images" (
    "session_id" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "image_sealed" BYTEA NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "verification_images_pkey" PRIMARY KEY ("session_id","kind")
);

-- CreateTable
CREATE TABLE "verification_handoffs" (
    "token_hash" BYTEA NOT NULL,
    "session_id" TEXT NOT NULL,
    "browser_hash" BYTEA,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "verification_handoffs_pkey" PRIMARY KEY ("token_hash")
);

-- CreateTable
CREATE TABLE "document_fingerprints" (
    "fingerprint" BYTEA NOT NULL,
    "user_id" TEXT NOT NULL,

    CONSTRAINT "document_fingerprints_pkey" PRIMARY KEY ("fingerprint")
);

-- CreateTable
CREATE TABLE "queued_jobs" (
    "id" BIGSERIAL NOT NULL,
    "kind" TEXT NOT NULL,
    "payload" JSONB NOT NULL,
    "tries" INTEGER NOT NULL DEFAULT 0,
    "run_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "lease_until" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "queued_jobs_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "verification_sessions_token_hash_key" ON "verification_sessions"("token_hash");

-- CreateIndex
CREATE INDEX "verification_sessions_company_id_created_at_id_idx" ON "verification_sessions"("company_id", "created_at", "id");

-- CreateIndex
CREATE INDEX "verification_sessions_company_id_reference_idx" ON "verification_sessions"("company_id", "reference");

-- CreateIndex
CREATE INDEX "verification_sessions_app_id_idx" ON "verification_sessions"("app_id");

-- CreateIndex
CREATE INDEX "verification_sessions_user_id_created_at_idx" ON "verification_sessions"("user_id", "created_at");

-- CreateIndex
CREATE INDEX "verification_sessions_expected_user_id_idx" ON "verification_sessions"("expected_user_id");

-- CreateIndex
CREATE INDEX "verification_sessions_expires_at_idx" ON "verification_sessions"("expires_at");

-- CreateIndex
CREATE INDEX "verification_sessions_material_since_idx" ON "verification_sessions"("material_since");

-- CreateIndex
CREATE INDEX "verification_sessions_created_at_idx" ON "verification_sessions"("created_at");

-- CreateIndex
CREATE UNIQUE INDEX "verification_handoffs_browser_hash_key" ON "verification_handoffs"("browser_hash");

-- CreateIndex
CREATE INDEX "verification_handoffs_session_id_idx" ON "verification_handoffs"("session_id");

-- CreateIndex
CREATE INDEX "verification_handoffs_expires_at_idx" ON "verification_handoffs"("expires_at");

-- CreateIndex
CREATE INDEX "document_fingerprints_user_id_idx" ON "document_fingerprints"("user_id");

-- CreateIndex
CREATE INDEX "queued_jobs_kind_run_at_idx" ON "queued_jobs"("kind", "run_at");

-- CreateIndex
CREATE INDEX "verified_claims_session_id_idx" ON "verified_claims"("session_id");

-- AddForeignKey
ALTER TABLE "verified_claims" ADD CONSTRAINT "verified_claims_session_id_fkey" FOREIGN KEY ("session_id") REFERENCES "verification_sessions"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "verification_sessions" ADD CONSTRAINT "verification_sessions_company_id_fkey" FOREIGN KEY ("company_id") REFERENCES "companies"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "verification_sessions" ADD CONSTRAINT "verification_sessions_app_id_fkey" FOREIGN KEY ("app_id") REFERENCES "apps"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "verification_sessions" ADD CONSTRAINT "verification_sessions_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "verification_sessions" ADD CONSTRAINT "verification_sessions_expected_user_id_fkey" FOREIGN KEY ("expected_user_id") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "verification_images" ADD CONSTRAINT "verification_images_session_id_fkey" FOREIGN KEY ("session_id") REFERENCES "verification_sessions"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "verification_handoffs" ADD CONSTRAINT "verification_handoffs_session_id_fkey" FOREIGN KEY ("session_id") REFERENCES "verification_sessions"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "document_fingerprints" ADD CONSTRAINT "document_fingerprints_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;
