-- One address, one account, over all shards: the list of addresses. An address is on the shard that its fingerprint names by its first two bytes.
CREATE TABLE "email_directory" (
    "shard" SMALLINT NOT NULL,
    "email_index" BYTEA NOT NULL,
    "user_id" TEXT NOT NULL,
    "claimed_at" TIMESTAMPTZ(3) NOT NULL,
    "check_at" TIMESTAMPTZ(3),

    CONSTRAINT "email_directory_pkey" PRIMARY KEY ("shard", "email_index")
);
CREATE INDEX "email_directory_check_at_idx" ON "email_directory"("check_at");

-- Whoever has an address, and whoever may come back to one, has a line. Those that are not for good are looked at at once.
INSERT INTO "email_directory" ("shard", "email_index", "user_id", "claimed_at", "check_at")
SELECT (get_byte("email_index", 0) * 256 + get_byte("email_index", 1)) % 4096, "email_index", "id", "created_at",
       CASE WHEN "email_confirmed_at" IS NULL THEN clock_timestamp() END
FROM "users";
INSERT INTO "email_directory" ("shard", "email_index", "user_id", "claimed_at", "check_at")
SELECT (get_byte("email_index", 0) * 256 + get_byte("email_index", 1)) % 4096, "email_index", "user_id", "changed_at", clock_timestamp()
FROM "address_undos" ORDER BY "expires_at" DESC
ON CONFLICT DO NOTHING;

DROP INDEX "users_email_index_key";
DROP INDEX "address_undos_email_index_idx";
