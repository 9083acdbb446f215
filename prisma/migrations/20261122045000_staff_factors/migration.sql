-- AlterTable
ALTER TABLE "companies" ADD COLUMN     "requires_second_factor" BOOLEAN NOT NULL DEFAULT false;

-- AlterTable
ALTER TABLE "staff_devices" ADD COLUMN     "has_logged_in" BOOLEAN NOT NULL DEFAULT true;

-- AlterTable
ALTER TABLE "staff_members" ADD COLUMN     "data_key_sealed" BYTEA;

-- AlterTable
ALTER TABLE "staff_sessions" ADD COLUMN     "amr" TEXT[] DEFAULT ARRAY['pwd']::TEXT[],
ADD COLUMN     "device" TEXT,
ADD COLUMN     "proven_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP;

-- Whoever is logged in proved it then, not now.
UPDATE "staff_sessions" SET "proven_at" = "created_at";

-- CreateTable
CREATE TABLE "staff_pending_log_ins" (
    "id_hash" BYTEA NOT NULL,
    "staff_id" TEXT NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "staff_pending_log_ins_pkey" PRIMARY KEY ("id_hash")
);

-- CreateTable
CREATE TABLE "staff_totps" (
    "staff_id" TEXT NOT NULL,
    "secret_sealed" BYTEA NOT NULL,
    "last_time_step" INTEGER NOT NULL DEFAULT 0,
    "confirmed_at" TIMESTAMPTZ(3),

    CONSTRAINT "staff_totps_pkey" PRIMARY KEY ("staff_id")
);

-- CreateTable
CREATE TABLE "staff_recovery_codes" (
    "staff_id" TEXT NOT NULL,
    "code_hash" BYTEA NOT NULL,

    CONSTRAINT "staff_recovery_codes_pkey" PRIMARY KEY ("staff_id","code_hash")
);

-- CreateTable
CREATE TABLE "staff_passkeys" (
    "credential_id" TEXT NOT NULL,
    "staff_id" TEXT NOT NULL,
    "public_key" BYTEA NOT NULL,
    "counter" BIGINT NOT NULL,
    "transports" TEXT[],
    "device" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "last_used_at" TIMESTAMPTZ(3),

    CONSTRAINT "staff_passkeys_pkey" PRIMARY KEY ("credential_id")
);

-- CreateTable
CREATE TABLE "staff_passkey_challenges" (
    "challenge_hash" BYTEA NOT NULL,
    "staff_id" TEXT,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "staff_passkey_challenges_pkey" PRIMARY KEY ("challenge_hash")
);

-- CreateIndex
CREATE INDEX "staff_pending_log_ins_staff_id_idx" ON "staff_pending_log_ins"("staff_id");

-- CreateIndex
CREATE INDEX "staff_pending_log_ins_expires_at_idx" ON "staff_pending_log_ins"("expires_at");

-- CreateIndex
CREATE INDEX "staff_passkeys_staff_id_idx" ON "staff_passkeys"("staff_id");

-- CreateIndex
CREATE INDEX "staff_passkey_challenges_staff_id_idx" ON "staff_passkey_challenges"("staff_id");

-- CreateIndex
CREATE INDEX "staff_passkey_challenges_expires_at_idx" ON "staff_passkey_challenges"("expires_at");

-- AddForeignKey
ALTER TABLE "staff_pending_log_ins" ADD CONSTRAINT "staff_pending_log_ins_staff_id_fkey" FOREIGN KEY ("staff_id") REFERENCES "staff_members"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "staff_totps" ADD CONSTRAINT "staff_totps_staff_id_fkey" FOREIGN KEY ("staff_id") REFERENCES "staff_members"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "staff_recovery_codes" ADD CONSTRAINT "staff_recovery_codes_staff_id_fkey" FOREIGN KEY ("staff_id") REFERENCES "staff_members"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "staff_passkeys" ADD CONSTRAINT "staff_passkeys_staff_id_fkey" FOREIGN KEY ("staff_id") REFERENCES "staff_members"("id") ON DELETE CASCADE ON UPDATE CASCADE;
