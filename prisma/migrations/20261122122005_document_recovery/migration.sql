-- AlterTable
ALTER TABLE "verification_sessions" ADD COLUMN     "is_recovery" BOOLEAN NOT NULL DEFAULT false;

-- CreateTable
CREATE TABLE "document_recoveries" (
    "user_id" TEXT NOT NULL,
    "veto_hash" BYTEA NOT NULL,
    "begun_at" TIMESTAMPTZ(3) NOT NULL,
    "due_at" TIMESTAMPTZ(3) NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "document_recoveries_pkey" PRIMARY KEY ("user_id")
);

-- CreateIndex
CREATE UNIQUE INDEX "document_recoveries_veto_hash_key" ON "document_recoveries"("veto_hash");

-- CreateIndex
CREATE INDEX "document_recoveries_expires_at_idx" ON "document_recoveries"("expires_at");

-- AddForeignKey
ALTER TABLE "document_recoveries" ADD CONSTRAINT "document_recoveries_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;
