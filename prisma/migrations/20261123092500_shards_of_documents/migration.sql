-- A document is on the shard that its fingerprint names by its first two bytes, and contests about it are beside it. No key leads to a person.
ALTER TABLE "verified_claims" DROP CONSTRAINT "verified_claims_contest_id_fkey";
ALTER TABLE "document_contests" DROP CONSTRAINT "document_contests_fingerprint_fkey", DROP CONSTRAINT "document_contests_holder_id_fkey", DROP CONSTRAINT "document_contests_contesting_id_fkey";
ALTER TABLE "document_fingerprints" DROP CONSTRAINT "document_fingerprints_user_id_fkey";

ALTER TABLE "document_fingerprints" ADD COLUMN "shard" SMALLINT, ADD COLUMN "check_at" TIMESTAMPTZ(3);
ALTER TABLE "document_contests" ADD COLUMN "shard" SMALLINT;
UPDATE "document_fingerprints" SET "shard" = (get_byte("fingerprint", 0) * 256 + get_byte("fingerprint", 1)) % 4096;
UPDATE "document_contests" SET "shard" = (get_byte("fingerprint", 0) * 256 + get_byte("fingerprint", 1)) % 4096;
ALTER TABLE "document_fingerprints" ALTER COLUMN "shard" SET NOT NULL, DROP CONSTRAINT "document_fingerprints_pkey", ADD CONSTRAINT "document_fingerprints_pkey" PRIMARY KEY ("shard", "fingerprint");
ALTER TABLE "document_contests" ALTER COLUMN "shard" SET NOT NULL, DROP CONSTRAINT "document_contests_pkey", ADD CONSTRAINT "document_contests_pkey" PRIMARY KEY ("shard", "id");
CREATE INDEX "document_fingerprints_check_at_idx" ON "document_fingerprints"("check_at");
CREATE INDEX "document_contests_id_idx" ON "document_contests"("id");
ALTER TABLE "document_contests" ADD CONSTRAINT "document_contests_shard_fingerprint_fkey" FOREIGN KEY ("shard", "fingerprint") REFERENCES "document_fingerprints"("shard", "fingerprint") ON DELETE CASCADE ON UPDATE CASCADE;
