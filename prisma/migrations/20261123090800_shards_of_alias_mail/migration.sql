-- The same for alias mail: each who gets a message has a copy of it, beside what else is theirs.

ALTER TABLE "forwarded_mails" DROP CONSTRAINT "forwarded_mails_message_id_fkey", DROP CONSTRAINT "forwarded_mails_grant_id_fkey",
  DROP CONSTRAINT "forwarded_mails_test_id_fkey", DROP CONSTRAINT "forwarded_mails_pkey", ADD COLUMN "shard" SMALLINT, ADD COLUMN "nth" SMALLINT;
DROP INDEX "forwarded_mails_test_id_idx";
DROP INDEX "forwarded_mails_message_id_idx";
ALTER TABLE "forwarded_chunks" DROP CONSTRAINT "forwarded_chunks_message_id_fkey", DROP CONSTRAINT "forwarded_chunks_pkey",
  ADD COLUMN "shard" SMALLINT, ADD COLUMN "nth" SMALLINT NOT NULL DEFAULT 0;
ALTER TABLE "forwarded_messages" DROP CONSTRAINT "forwarded_messages_pkey", ADD COLUMN "shard" SMALLINT, ADD COLUMN "nth" SMALLINT NOT NULL DEFAULT 0;

-- Mail for the operator is on the first.
UPDATE "forwarded_mails" f SET "shard" = coalesce((SELECT g.shard FROM "grants" g WHERE g.id = f.grant_id), 0),
  "nth" = n.nth FROM (SELECT id, row_number() OVER (PARTITION BY message_id ORDER BY id) - 1 AS nth FROM "forwarded_mails") n WHERE n.id = f.id;

-- What nobody waits for was not accepted.
DELETE FROM "forwarded_chunks" c WHERE NOT EXISTS (SELECT FROM "forwarded_mails" f WHERE f.message_id = c.message_id);
DELETE FROM "forwarded_messages" m WHERE NOT EXISTS (SELECT FROM "forwarded_mails" f WHERE f.message_id = m.id);
UPDATE "forwarded_messages" m SET "shard" = f.shard FROM "forwarded_mails" f WHERE f.message_id = m.id AND f.nth = 0;
UPDATE "forwarded_chunks" c SET "shard" = f.shard FROM "forwarded_mails" f WHERE f.message_id = c.message_id AND f.nth = 0;
INSERT INTO "forwarded_messages" (shard, id, nth, head_sealed, master_key_id, bytes, created_at, expires_at)
  SELECT f.shard, m.id, f.nth, m.head_sealed, m.master_key_id, m.bytes, m.created_at, m.expires_at
  FROM "forwarded_mails" f JOIN "forwarded_messages" m ON m.id = f.message_id AND m.nth = 0 WHERE f.nth > 0;
INSERT INTO "forwarded_chunks" (shard, message_id, nth, position, content_sealed)
  SELECT f.shard, c.message_id, f.nth, c.position, c.content_sealed
  FROM "forwarded_mails" f JOIN "forwarded_chunks" c ON c.message_id = f.message_id AND c.nth = 0 WHERE f.nth > 0;

ALTER TABLE "forwarded_messages" ALTER COLUMN "shard" SET NOT NULL, ALTER COLUMN "nth" DROP DEFAULT,
  ADD CONSTRAINT "forwarded_messages_pkey" PRIMARY KEY ("shard", "id", "nth");
CREATE INDEX "forwarded_messages_id_idx" ON "forwarded_messages"("id");
ALTER TABLE "forwarded_chunks" ALTER COLUMN "shard" SET NOT NULL, ALTER COLUMN "nth" DROP DEFAULT,
  ADD CONSTRAINT "forwarded_chunks_pkey" PRIMARY KEY ("shard", "message_id", "nth", "position"),
  ADD CONSTRAINT "forwarded_chunks_shard_message_id_nth_fkey" FOREIGN KEY ("shard", "message_id", "nth")
    REFERENCES "forwarded_messages"("shard", "id", "nth") ON DELETE CASCADE ON UPDATE CASCADE;
-- Whoever is placed at the next start moves with both: until the end of that transaction they may differ.
ALTER TABLE "forwarded_mails" ALTER COLUMN "shard" SET NOT NULL, ALTER COLUMN "nth" SET NOT NULL,
  ADD CONSTRAINT "forwarded_mails_pkey" PRIMARY KEY ("shard", "id"),
  ADD CONSTRAINT "forwarded_mails_shard_message_id_nth_fkey" FOREIGN KEY ("shard", "message_id", "nth")
    REFERENCES "forwarded_messages"("shard", "id", "nth") ON DELETE CASCADE ON UPDATE CASCADE DEFERRABLE,
  ADD CONSTRAINT "forwarded_mails_shard_grant_id_fkey" FOREIGN KEY ("shard", "grant_id")
    REFERENCES "grants"("shard", "id") ON DELETE CASCADE ON UPDATE CASCADE;

CREATE INDEX "forwarded_mails_message_id_nth_idx" ON "forwarded_mails"("message_id", "nth");

-- A copy goes with the mail it is for.
CREATE OR REPLACE FUNCTION delete_forwarded_message() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM forwarded_messages WHERE shard = OLD.shard AND id = OLD.message_id AND nth = OLD.nth
    AND NOT EXISTS (SELECT FROM forwarded_mails WHERE shard = OLD.shard AND message_id = OLD.message_id AND nth = OLD.nth);
  RETURN NULL;
END $$;

ALTER TABLE "test_mails" DROP CONSTRAINT "test_mails_user_id_app_id_fkey", DROP CONSTRAINT "test_mails_pkey", ADD COLUMN "shard" SMALLINT;
UPDATE "test_mails" t SET "shard" = s.shard FROM "subjects" s WHERE s.user_id = t.user_id AND s.app_id = t.app_id;
ALTER TABLE "test_mails" ALTER COLUMN "shard" SET NOT NULL, ADD CONSTRAINT "test_mails_pkey" PRIMARY KEY ("shard", "id"),
  ADD CONSTRAINT "test_mails_shard_user_id_app_id_fkey" FOREIGN KEY ("shard", "user_id", "app_id")
    REFERENCES "subjects"("shard", "user_id", "app_id") ON DELETE CASCADE ON UPDATE CASCADE;

-- Of outcomes of before nobody knows where they were: they are looked for everywhere anyway.
ALTER TABLE "mail_outcomes" ADD COLUMN "shard" SMALLINT NOT NULL DEFAULT 0, DROP CONSTRAINT "mail_outcomes_pkey",
  ADD CONSTRAINT "mail_outcomes_pkey" PRIMARY KEY ("shard", "message_id", "mail_id");
ALTER TABLE "mail_outcomes" ALTER COLUMN "shard" DROP DEFAULT;
CREATE INDEX "mail_outcomes_message_id_idx" ON "mail_outcomes"("message_id");

ALTER TABLE "role_mails" ADD COLUMN "shard" SMALLINT NOT NULL DEFAULT 0, DROP CONSTRAINT "role_mails_pkey",
  ADD CONSTRAINT "role_mails_pkey" PRIMARY KEY ("shard", "id");
ALTER TABLE "role_mails" ALTER COLUMN "shard" DROP DEFAULT;

-- By its own key.
ALTER TABLE "domain_sizes" ADD COLUMN "shard" SMALLINT;
UPDATE "domain_sizes" SET "shard" = (get_byte(domain_hash, 0) << 8 | get_byte(domain_hash, 1)) & 4095;
ALTER TABLE "domain_sizes" ALTER COLUMN "shard" SET NOT NULL, DROP CONSTRAINT "domain_sizes_pkey",
  ADD CONSTRAINT "domain_sizes_pkey" PRIMARY KEY ("shard", "domain_hash");
