-- Set aside until a process with the keys has sealed it.
INSERT INTO "unsealed_values" ("kind", "value")
SELECT 'staff_member', jsonb_build_object('id', "id", 'email', "email") FROM "staff_members"
UNION ALL
SELECT 'staff_invite', jsonb_build_object('id', "id", 'email', "email") FROM "staff_invites"
UNION ALL
SELECT 'audit_event', jsonb_build_object('id', "id"::text, 'companyId', "company_id", 'detail', "detail") FROM "audit_events"
WHERE "detail" @? '$.*.email';

UPDATE "audit_events" SET "detail" = '{}' WHERE "detail" @? '$.*.email';

ALTER TABLE "staff_members" ADD COLUMN "email_index" BYTEA, ADD COLUMN "email_sealed" BYTEA, ADD COLUMN "master_key_id" TEXT;
ALTER TABLE "staff_invites" ADD COLUMN "email_index" BYTEA, ADD COLUMN "email_sealed" BYTEA, ADD COLUMN "master_key_id" TEXT;

-- Nobody is found by these until they are replaced.
UPDATE "staff_members" SET "email_index" = uuid_send(gen_random_uuid()), "email_sealed" = '', "master_key_id" = '';
UPDATE "staff_invites" SET "email_index" = uuid_send(gen_random_uuid()), "email_sealed" = '', "master_key_id" = '';

ALTER TABLE "staff_members" ALTER COLUMN "email_index" SET NOT NULL, ALTER COLUMN "email_sealed" SET NOT NULL, ALTER COLUMN "master_key_id" SET NOT NULL;
ALTER TABLE "staff_invites" ALTER COLUMN "email_index" SET NOT NULL, ALTER COLUMN "email_sealed" SET NOT NULL, ALTER COLUMN "master_key_id" SET NOT NULL;

-- DropIndex
DROP INDEX "staff_invites_company_id_email_key";

-- DropIndex
DROP INDEX "staff_members_email_key";

-- AlterTable
ALTER TABLE "staff_invites" DROP COLUMN "email";

-- AlterTable
ALTER TABLE "staff_members" DROP COLUMN "email";

-- CreateIndex
CREATE UNIQUE INDEX "staff_invites_company_id_email_index_key" ON "staff_invites"("company_id", "email_index");

-- CreateIndex
CREATE UNIQUE INDEX "staff_members_email_index_key" ON "staff_members"("email_index");
