-- What every database has alike has nothing that a database makes by itself; what counts, and what one alone may take, has a shard.
ALTER TABLE "dkim_keys" ALTER COLUMN "created_at" DROP DEFAULT;
ALTER TABLE "trust_anchors" ALTER COLUMN "created_at" DROP DEFAULT;

-- By its own key. It can be fetched again.
TRUNCATE "fetched_lists";
ALTER TABLE "fetched_lists" ADD COLUMN "shard" SMALLINT NOT NULL, DROP CONSTRAINT "fetched_lists_pkey",
  ADD CONSTRAINT "fetched_lists_pkey" PRIMARY KEY ("shard", "uri");

ALTER TABLE "status_days" ADD COLUMN "shard" SMALLINT NOT NULL DEFAULT 0, DROP CONSTRAINT "status_days_pkey",
  ADD CONSTRAINT "status_days_pkey" PRIMARY KEY ("shard", "day", "part");
ALTER TABLE "status_days" ALTER COLUMN "shard" DROP DEFAULT;
