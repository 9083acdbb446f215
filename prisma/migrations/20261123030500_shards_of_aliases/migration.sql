-- The same for aliases: what they did, who writes to them, and answers from them.

-- Addresses to answer to say of no place where they are: the next mail brings another one.
DELETE FROM "reverse_addresses";

ALTER TABLE "alias_senders" DROP CONSTRAINT "alias_senders_user_id_app_id_fkey";
ALTER TABLE "alias_traffic" DROP CONSTRAINT "alias_traffic_user_id_app_id_fkey";
ALTER TABLE "replies" DROP CONSTRAINT "replies_user_id_app_id_fkey";
ALTER TABLE "reverse_addresses" DROP CONSTRAINT "reverse_addresses_user_id_app_id_fkey";
DROP INDEX "alias_traffic_bounce_id_key";
DROP INDEX "replies_bounce_id_key";
DROP INDEX "replies_user_id_app_id_idx";
DROP INDEX "reverse_addresses_local_hash_key";
DROP INDEX "subjects_alias_index_key";

ALTER TABLE "alias_senders" ADD COLUMN "shard" SMALLINT;
UPDATE "alias_senders" "row" SET "shard" = "of"."shard" FROM "users" "of" WHERE "of"."id" = "row"."user_id";
ALTER TABLE "alias_senders" ALTER COLUMN "shard" SET NOT NULL, DROP CONSTRAINT "alias_senders_pkey", ADD CONSTRAINT "alias_senders_pkey" PRIMARY KEY ("shard", "user_id", "app_id", "sender_hash");
ALTER TABLE "alias_traffic" ADD COLUMN "shard" SMALLINT;
UPDATE "alias_traffic" "row" SET "shard" = "of"."shard" FROM "users" "of" WHERE "of"."id" = "row"."user_id";
ALTER TABLE "alias_traffic" ALTER COLUMN "shard" SET NOT NULL, DROP CONSTRAINT "alias_traffic_pkey", ADD CONSTRAINT "alias_traffic_pkey" PRIMARY KEY ("shard", "user_id", "app_id");
ALTER TABLE "replies" ADD COLUMN "shard" SMALLINT;
UPDATE "replies" "row" SET "shard" = "of"."shard" FROM "users" "of" WHERE "of"."id" = "row"."user_id";
ALTER TABLE "replies" ALTER COLUMN "shard" SET NOT NULL, DROP CONSTRAINT "replies_pkey", ADD CONSTRAINT "replies_pkey" PRIMARY KEY ("shard", "user_id", "id");
ALTER TABLE "reverse_addresses" ADD COLUMN "shard" SMALLINT;
UPDATE "reverse_addresses" "row" SET "shard" = "of"."shard" FROM "users" "of" WHERE "of"."id" = "row"."user_id";
ALTER TABLE "reverse_addresses" ALTER COLUMN "shard" SET NOT NULL, DROP CONSTRAINT "reverse_addresses_pkey", ADD CONSTRAINT "reverse_addresses_pkey" PRIMARY KEY ("shard", "user_id", "app_id", "correspondent_hash");

CREATE UNIQUE INDEX "alias_traffic_shard_bounce_id_key" ON "alias_traffic"("shard", "bounce_id");
CREATE UNIQUE INDEX "replies_shard_bounce_id_key" ON "replies"("shard", "bounce_id");
CREATE UNIQUE INDEX "reverse_addresses_shard_local_hash_key" ON "reverse_addresses"("shard", "local_hash");
CREATE UNIQUE INDEX "subjects_shard_alias_index_key" ON "subjects"("shard", "alias_index");
CREATE INDEX "replies_shard_user_id_app_id_idx" ON "replies"("shard", "user_id", "app_id");

ALTER TABLE "alias_traffic" ADD CONSTRAINT "alias_traffic_shard_user_id_app_id_fkey" FOREIGN KEY ("shard", "user_id", "app_id") REFERENCES "subjects"("shard", "user_id", "app_id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "alias_senders" ADD CONSTRAINT "alias_senders_shard_user_id_app_id_fkey" FOREIGN KEY ("shard", "user_id", "app_id") REFERENCES "subjects"("shard", "user_id", "app_id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "reverse_addresses" ADD CONSTRAINT "reverse_addresses_shard_user_id_app_id_fkey" FOREIGN KEY ("shard", "user_id", "app_id") REFERENCES "subjects"("shard", "user_id", "app_id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "replies" ADD CONSTRAINT "replies_shard_user_id_app_id_fkey" FOREIGN KEY ("shard", "user_id", "app_id") REFERENCES "subjects"("shard", "user_id", "app_id") ON DELETE CASCADE ON UPDATE CASCADE;
