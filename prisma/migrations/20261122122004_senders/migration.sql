-- AlterTable
ALTER TABLE "subjects" ADD COLUMN     "keeps_senders" BOOLEAN NOT NULL DEFAULT false;

-- CreateTable
CREATE TABLE "alias_senders" (
    "user_id" TEXT NOT NULL,
    "app_id" TEXT NOT NULL,
    "sender_hash" BYTEA NOT NULL,
    "sender_sealed" BYTEA NOT NULL,
    "mails" INTEGER NOT NULL DEFAULT 0,
    "last_mail_at" TIMESTAMPTZ(3),
    "blocked_at" TIMESTAMPTZ(3),
    "dropped" INTEGER NOT NULL DEFAULT 0,
    "expires_at" TIMESTAMPTZ(3),

    CONSTRAINT "alias_senders_pkey" PRIMARY KEY ("user_id","app_id","sender_hash")
);

-- CreateIndex
CREATE INDEX "alias_senders_expires_at_idx" ON "alias_senders"("expires_at");

-- AddForeignKey
ALTER TABLE "alias_senders" ADD CONSTRAINT "alias_senders_user_id_app_id_fkey" FOREIGN KEY ("user_id", "app_id") REFERENCES "subjects"("user_id", "app_id") ON DELETE CASCADE ON UPDATE CASCADE;
