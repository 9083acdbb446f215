-- AlterTable
ALTER TABLE "dkim_keys" ADD COLUMN     "expires_at" TIMESTAMPTZ(3),
ADD COLUMN     "signs_from" TIMESTAMPTZ(3);

-- AlterTable
ALTER TABLE "outgoing_mails" ADD COLUMN     "bounce_id" TEXT,
ADD COLUMN     "bounced_at" TIMESTAMPTZ(3);

-- AlterTable
ALTER TABLE "forwarded_mails" ADD COLUMN     "last_problem" TEXT;

-- CreateIndex
CREATE INDEX "dkim_keys_expires_at_idx" ON "dkim_keys"("expires_at");

-- CreateIndex
CREATE UNIQUE INDEX "outgoing_mails_bounce_id_key" ON "outgoing_mails"("bounce_id");

-- The one key there was signs.
UPDATE "dkim_keys" SET "signs_from" = "created_at" WHERE "created_at" = (SELECT max("created_at") FROM "dkim_keys");
