-- CreateTable
CREATE TABLE "forwarded_messages" (
    "id" TEXT NOT NULL,
    "head_sealed" BYTEA NOT NULL,
    "master_key_id" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "forwarded_messages_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "forwarded_chunks" (
    "message_id" TEXT NOT NULL,
    "position" INTEGER NOT NULL,
    "content_sealed" BYTEA NOT NULL,

    CONSTRAINT "forwarded_chunks_pkey" PRIMARY KEY ("message_id","position")
);

-- CreateTable
CREATE TABLE "forwarded_mails" (
    "id" BIGSERIAL NOT NULL,
    "message_id" TEXT NOT NULL,
    "grant_id" TEXT,
    "test_id" TEXT,
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "next_attempt_at" TIMESTAMPTZ(3) DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "forwarded_mails_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "alias_traffic" (
    "user_id" TEXT NOT NULL,
    "app_id" TEXT NOT NULL,
    "bounce_id" TEXT NOT NULL,
    "accepted_at" TIMESTAMPTZ(3)[],
    "forwarded_count" INTEGER NOT NULL DEFAULT 0,
    "last_forwarded_at" TIMESTAMPTZ(3),
    "last_problem" TEXT,
    "last_problem_at" TIMESTAMPTZ(3),

    CONSTRAINT "alias_traffic_pkey" PRIMARY KEY ("user_id","app_id")
);

-- CreateTable
CREATE TABLE "mailboxes" (
    "user_id" TEXT NOT NULL,
    "hard_bounces_at" TIMESTAMPTZ(3)[],
    "paused_at" TIMESTAMPTZ(3),

    CONSTRAINT "mailboxes_pkey" PRIMARY KEY ("user_id")
);

-- CreateTable
CREATE TABLE "test_mails" (
    "id" TEXT NOT NULL,
    "user_id" TEXT NOT NULL,
    "app_id" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "queued_at" TIMESTAMPTZ(3),
    "accepted_at" TIMESTAMPTZ(3),
    "rewritten_at" TIMESTAMPTZ(3),
    "delivered_at" TIMESTAMPTZ(3),
    "problem" TEXT,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "test_mails_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "dkim_keys" (
    "selector" TEXT NOT NULL,
    "public_key" TEXT NOT NULL,
    "private_key_sealed" BYTEA NOT NULL,
    "master_key_id" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "dkim_keys_pkey" PRIMARY KEY ("selector")
);

-- CreateIndex
CREATE INDEX "forwarded_messages_expires_at_idx" ON "forwarded_messages"("expires_at");

-- CreateIndex
CREATE INDEX "forwarded_mails_message_id_idx" ON "forwarded_mails"("message_id");

-- CreateIndex
CREATE INDEX "forwarded_mails_grant_id_idx" ON "forwarded_mails"("grant_id");

-- CreateIndex
CREATE INDEX "forwarded_mails_test_id_idx" ON "forwarded_mails"("test_id");

-- CreateIndex
CREATE INDEX "forwarded_mails_next_attempt_at_idx" ON "forwarded_mails"("next_attempt_at");

-- CreateIndex
CREATE INDEX "forwarded_mails_expires_at_idx" ON "forwarded_mails"("expires_at");

-- CreateIndex
CREATE UNIQUE INDEX "alias_traffic_bounce_id_key" ON "alias_traffic"("bounce_id");

-- CreateIndex
CREATE INDEX "test_mails_user_id_app_id_idx" ON "test_mails"("user_id", "app_id");

-- CreateIndex
CREATE INDEX "test_mails_expires_at_idx" ON "test_mails"("expires_at");

-- AddForeignKey
ALTER TABLE "forwarded_chunks" ADD CONSTRAINT "forwarded_chunks_message_id_fkey" FOREIGN KEY ("message_id") REFERENCES "forwarded_messages"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "forwarded_mails" ADD CONSTRAINT "forwarded_mails_message_id_fkey" FOREIGN KEY ("message_id") REFERENCES "forwarded_messages"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "forwarded_mails" ADD CONSTRAINT "forwarded_mails_grant_id_fkey" FOREIGN KEY ("grant_id") REFERENCES "grants"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "forwarded_mails" ADD CONSTRAINT "forwarded_mails_test_id_fkey" FOREIGN KEY ("test_id") REFERENCES "test_mails"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "alias_traffic" ADD CONSTRAINT "alias_traffic_user_id_app_id_fkey" FOREIGN KEY ("user_id", "app_id") REFERENCES "subjects"("user_id", "app_id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "mailboxes" ADD CONSTRAINT "mailboxes_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "test_mails" ADD CONSTRAINT "test_mails_user_id_app_id_fkey" FOREIGN KEY ("user_id", "app_id") REFERENCES "subjects"("user_id", "app_id") ON DELETE CASCADE ON UPDATE CASCADE;

-- Sealed bytes do not compress: spare the attempt.
ALTER TABLE "forwarded_chunks" ALTER COLUMN "content_sealed" SET STORAGE EXTERNAL;

-- A message goes with the last mail that needs it, whatever removed that: delivery, a withdrawal, a deletion.
-- Two that go at the same moment may leave the message to the purge by expires_at.
CREATE FUNCTION delete_forwarded_message() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM forwarded_messages WHERE id = OLD.message_id
    AND NOT EXISTS (SELECT FROM forwarded_mails WHERE message_id = OLD.message_id);
  RETURN NULL;
END $$;

CREATE TRIGGER delete_forwarded_message AFTER DELETE ON "forwarded_mails"
  FOR EACH ROW EXECUTE FUNCTION delete_forwarded_message();
