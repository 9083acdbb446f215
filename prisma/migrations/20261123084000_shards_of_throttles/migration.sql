-- Tries are counted on the shard that the hash of what they are counted for names by its first two bytes.
ALTER TABLE "login_throttles" ADD COLUMN "shard" SMALLINT;
UPDATE "login_throttles" SET "shard" = (get_byte("subject_hash", 0) * 256 + get_byte("subject_hash", 1)) % 4096;
ALTER TABLE "login_throttles" ALTER COLUMN "shard" SET NOT NULL, DROP CONSTRAINT "login_throttles_pkey", ADD CONSTRAINT "login_throttles_pkey" PRIMARY KEY ("shard", "subject_hash");
