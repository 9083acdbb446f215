-- AlterTable
ALTER TABLE "grants" ADD COLUMN     "hidden_from" TIMESTAMPTZ(3),
ADD COLUMN     "hidden_until" TIMESTAMPTZ(3),
ADD COLUMN     "suspended_at" TIMESTAMPTZ(3);

-- AlterTable
ALTER TABLE "recovery_codes" ADD COLUMN     "is_short" BOOLEAN NOT NULL DEFAULT false;

-- AlterTable
ALTER TABLE "staff_members" ADD COLUMN     "access_version" INTEGER NOT NULL DEFAULT 0;

-- AlterTable
ALTER TABLE "user_sessions" ADD COLUMN     "proven_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP;

-- AlterTable
ALTER TABLE "users" ADD COLUMN     "access_version" INTEGER NOT NULL DEFAULT 0;

-- CreateTable
CREATE TABLE "address_undos" (
    "token_hash" BYTEA NOT NULL,
    "user_id" TEXT NOT NULL,
    "email_index" BYTEA NOT NULL,
    "email_sealed" BYTEA NOT NULL,
    "changed_at" TIMESTAMPTZ(3) NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "address_undos_pkey" PRIMARY KEY ("token_hash")
);

-- CreateIndex
CREATE INDEX "address_undos_user_id_idx" ON "address_undos"("user_id");

-- CreateIndex
CREATE INDEX "address_undos_email_index_idx" ON "address_undos"("email_index");

-- CreateIndex
CREATE INDEX "address_undos_expires_at_idx" ON "address_undos"("expires_at");

-- CreateIndex
CREATE INDEX "passkey_challenges_user_id_idx" ON "passkey_challenges"("user_id");

-- AddForeignKey
ALTER TABLE "address_undos" ADD CONSTRAINT "address_undos_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- What is there already: sessions were proven at their log-in, and every recovery code has ten letters.
UPDATE "user_sessions" SET "proven_at" = "auth_time";
UPDATE "recovery_codes" SET "is_short" = true;
