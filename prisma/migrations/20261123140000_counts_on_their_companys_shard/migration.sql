-- What happened at apps is counted where the rows of their company are.
ALTER TABLE "activity_counts" ADD COLUMN "shard" SMALLINT;
DELETE FROM "activity_counts" c WHERE NOT EXISTS (SELECT FROM "apps" a WHERE a."id" = c."app_id");
UPDATE "activity_counts" c SET "shard" = company_shard(a."company_id") FROM "apps" a WHERE a."id" = c."app_id";
ALTER TABLE "activity_counts" ALTER COLUMN "shard" SET NOT NULL, DROP CONSTRAINT "activity_counts_pkey",
  ADD CONSTRAINT "activity_counts_pkey" PRIMARY KEY ("shard", "app_id", "action", "day");

ALTER TABLE "company_activity" ADD COLUMN "shard" SMALLINT;
UPDATE "company_activity" SET "shard" = company_shard("company_id");
ALTER TABLE "company_activity" ALTER COLUMN "shard" SET NOT NULL, DROP CONSTRAINT "company_activity_pkey",
  ADD CONSTRAINT "company_activity_pkey" PRIMARY KEY ("shard", "company_id", "action", "day"),
  ADD CONSTRAINT "company_activity_shard_check" CHECK ("shard" = company_shard("company_id"));
