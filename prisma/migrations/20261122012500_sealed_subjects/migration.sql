-- What was in clear waits here until a process with the keys has sealed it, which each does before anything else.
CREATE TABLE "unsealed_values" (
    "id" BIGSERIAL NOT NULL,
    "kind" TEXT NOT NULL,
    "value" JSONB NOT NULL,

    CONSTRAINT "unsealed_values_pkey" PRIMARY KEY ("id")
);

INSERT INTO "unsealed_values" ("kind", "value")
SELECT 'subject', jsonb_build_object('userId', "user_id", 'appId', "app_id", 'sub', "sub", 'aliasLocalPart', "alias_local_part") FROM "subjects";

ALTER TABLE "subjects" ADD COLUMN "pair_sealed" BYTEA, ADD COLUMN "sub_index" BYTEA, ADD COLUMN "alias_index" BYTEA;

-- Nobody is found by these until they are replaced.
UPDATE "subjects" SET "pair_sealed" = '', "sub_index" = uuid_send(gen_random_uuid()), "alias_index" = uuid_send(gen_random_uuid());

ALTER TABLE "subjects" ALTER COLUMN "pair_sealed" SET NOT NULL, ALTER COLUMN "sub_index" SET NOT NULL, ALTER COLUMN "alias_index" SET NOT NULL;

-- DropIndex
DROP INDEX "subjects_alias_local_part_key";

-- DropIndex
DROP INDEX "subjects_app_id_sub_idx";

-- DropIndex
DROP INDEX "subjects_sub_key";

-- AlterTable
ALTER TABLE "subjects" DROP COLUMN "alias_local_part", DROP COLUMN "sub";

-- CreateIndex
CREATE UNIQUE INDEX "subjects_alias_index_key" ON "subjects"("alias_index");

-- CreateIndex
CREATE UNIQUE INDEX "subjects_app_id_sub_index_key" ON "subjects"("app_id", "sub_index");

-- A code lives a minute: whoever holds one now logs in again.
DELETE FROM "authorization_codes" WHERE "used_at" IS NULL;

-- AlterTable
ALTER TABLE "authorization_codes" DROP COLUMN "nonce", ADD COLUMN "nonce_sealed" BYTEA;

-- Kept for a day, and no loss: the same key does the work again.
DELETE FROM "idempotent_answers";

-- AlterTable
ALTER TABLE "idempotent_answers" DROP COLUMN "body", ADD COLUMN "body_sealed" BYTEA NOT NULL, ADD COLUMN "master_key_id" TEXT NOT NULL;
