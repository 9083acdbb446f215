-- AlterTable
ALTER TABLE "users" ADD COLUMN     "passkey_declined_at" TIMESTAMPTZ(3),
ALTER COLUMN "password_hash" DROP NOT NULL;

-- AlterTable
ALTER TABLE "mail_links" DROP COLUMN "interaction_id",
ADD COLUMN     "code_expires_at" TIMESTAMPTZ(3),
ADD COLUMN     "code_hash" BYTEA,
ADD COLUMN     "code_tries" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "proven_at" TIMESTAMPTZ(3);

-- AlterTable
ALTER TABLE "pending_log_ins" ADD COLUMN     "amr" TEXT[] DEFAULT ARRAY['pwd']::TEXT[];

-- AlterTable
ALTER TABLE "staff_pending_log_ins" ADD COLUMN     "amr" TEXT[] DEFAULT ARRAY['pwd']::TEXT[];

-- CreateIndex
CREATE INDEX "mail_links_browser_hash_idx" ON "mail_links"("browser_hash");
