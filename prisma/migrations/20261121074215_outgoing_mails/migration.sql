-- CreateTable
CREATE TABLE "outgoing_mails" (
    "id" TEXT NOT NULL,
    "user_id" TEXT,
    "staff_id" TEXT,
    "kind" TEXT NOT NULL,
    "content_sealed" BYTEA NOT NULL,
    "master_key_id" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "next_attempt_at" TIMESTAMPTZ(3) DEFAULT CURRENT_TIMESTAMP,
    "delivered_at" TIMESTAMPTZ(3),
    "last_problem" TEXT,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "outgoing_mails_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "outgoing_mails_user_id_idx" ON "outgoing_mails"("user_id");

-- CreateIndex
CREATE INDEX "outgoing_mails_staff_id_idx" ON "outgoing_mails"("staff_id");

-- CreateIndex
CREATE INDEX "outgoing_mails_next_attempt_at_idx" ON "outgoing_mails"("next_attempt_at");

-- CreateIndex
CREATE INDEX "outgoing_mails_expires_at_idx" ON "outgoing_mails"("expires_at");

-- AddForeignKey
ALTER TABLE "outgoing_mails" ADD CONSTRAINT "outgoing_mails_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "outgoing_mails" ADD CONSTRAINT "outgoing_mails_staff_id_fkey" FOREIGN KEY ("staff_id") REFERENCES "staff_members"("id") ON DELETE CASCADE ON UPDATE CASCADE;
