-- AlterTable
ALTER TABLE "audit_events" ADD COLUMN     "actor_name" TEXT;

-- AlterTable
ALTER TABLE "companies" ADD COLUMN     "submitted_at" TIMESTAMPTZ(3);

-- AlterTable
ALTER TABLE "outgoing_mails" ADD COLUMN     "invite_id" TEXT;

-- CreateIndex
CREATE INDEX "outgoing_mails_invite_id_idx" ON "outgoing_mails"("invite_id");

-- AddForeignKey
ALTER TABLE "outgoing_mails" ADD CONSTRAINT "outgoing_mails_invite_id_fkey" FOREIGN KEY ("invite_id") REFERENCES "staff_invites"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- The log keeps what an actor was called; until now it was only looked up.
UPDATE "audit_events" e SET "actor_name" = coalesce(
  (SELECT "name" FROM "staff_members" WHERE "id" = e."actor_id"),
  (SELECT "name" FROM "api_keys" WHERE "id" = e."actor_id")
);
