-- One alias is paused, never a mailbox: another company must not see it. Which alias a mailbox was paused for is not
-- known, so nothing stays paused; where the mailbox is gone, the next three answers say so again.
ALTER TABLE "alias_traffic" ADD COLUMN "hard_bounces_at" TIMESTAMPTZ(3)[] DEFAULT ARRAY[]::TIMESTAMPTZ(3)[],
ADD COLUMN "paused_at" TIMESTAMPTZ(3);

ALTER TABLE "forwarded_messages" ADD COLUMN "bytes" INTEGER NOT NULL DEFAULT 0;

UPDATE "forwarded_mails" SET "next_attempt_at" = clock_timestamp() WHERE "next_attempt_at" IS NULL;

-- DropTable
DROP TABLE "mailboxes";
