-- The same for requests that wait for a person, for those that apps sent ahead, and for challenges to passkeys: each draws a shard, or has its person's.

-- None of them lasts an hour. Those of before are begun again, as log-ins were.
DELETE FROM "interactions";
DELETE FROM "pushed_requests";
DELETE FROM "passkey_challenges";

DROP INDEX "interactions_pushed_hash_key";
ALTER TABLE "interactions" ADD COLUMN "shard" SMALLINT NOT NULL, DROP CONSTRAINT "interactions_pkey", ADD CONSTRAINT "interactions_pkey" PRIMARY KEY ("shard", "id");
ALTER TABLE "pushed_requests" ADD COLUMN "shard" SMALLINT NOT NULL, DROP CONSTRAINT "pushed_requests_pkey", ADD CONSTRAINT "pushed_requests_pkey" PRIMARY KEY ("shard", "uri_hash");
ALTER TABLE "passkey_challenges" ADD COLUMN "shard" SMALLINT NOT NULL, DROP CONSTRAINT "passkey_challenges_pkey", ADD CONSTRAINT "passkey_challenges_pkey" PRIMARY KEY ("shard", "challenge_hash");
CREATE INDEX "interactions_id_idx" ON "interactions"("id");
CREATE UNIQUE INDEX "interactions_shard_pushed_hash_key" ON "interactions"("shard", "pushed_hash");
