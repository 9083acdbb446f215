-- One address, one member of staff, over all shards: their list of addresses, as `email_directory` is that of people's.
CREATE TABLE "staff_directory" (
    "shard" SMALLINT NOT NULL,
    "email_index" BYTEA NOT NULL,
    "staff_id" TEXT NOT NULL,
    "claimed_at" TIMESTAMPTZ(3) NOT NULL,
    "check_at" TIMESTAMPTZ(3),

    CONSTRAINT "staff_directory_pkey" PRIMARY KEY ("shard", "email_index")
);
CREATE INDEX "staff_directory_check_at_idx" ON "staff_directory"("check_at");

-- Who has no shard yet is written in here when they get one. Who has not confirmed their address is looked at at once.
INSERT INTO "staff_directory" ("shard", "email_index", "staff_id", "claimed_at", "check_at")
SELECT (get_byte("email_index", 0) * 256 + get_byte("email_index", 1)) % 4096, "email_index", "id", "created_at",
       CASE WHEN "email_confirmed_at" IS NULL THEN clock_timestamp() END
FROM "staff_members" WHERE "shard" >= 0;

DROP INDEX "staff_members_email_index_key";
