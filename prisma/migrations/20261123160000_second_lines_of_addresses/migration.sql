-- Whoever logs in while the primary of their address's line does not answer is found by a second line, half way round the shards.
INSERT INTO "email_directory" ("shard", "email_index", "user_id", "claimed_at")
SELECT ("shard" + 2048) % 4096, "email_index", "user_id", "claimed_at" FROM "email_directory" WHERE "check_at" IS NULL;
INSERT INTO "staff_directory" ("shard", "email_index", "staff_id", "claimed_at")
SELECT ("shard" + 2048) % 4096, "email_index", "staff_id", "claimed_at" FROM "staff_directory" WHERE "check_at" IS NULL;
