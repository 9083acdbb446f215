-- What a line is about keeps the name it had then.
ALTER TABLE "audit_events" ADD COLUMN "target_name" TEXT;
UPDATE "audit_events" e SET "target_name" = CASE e."target_kind"
  WHEN 'app' THEN (SELECT "name" FROM "apps" WHERE "id" = e."target_id")
  WHEN 'api_key' THEN (SELECT "name" FROM "api_keys" WHERE "id" = e."target_id")
  WHEN 'staff' THEN coalesce((SELECT "name" FROM "staff_members" WHERE "id" = e."target_id"), e."detail" -> 'before' ->> 'name')
  WHEN 'company' THEN (SELECT "name" FROM "companies" WHERE "id" = e."target_id")
  WHEN 'webhook' THEN (SELECT "url" FROM "webhooks" WHERE "id" = e."target_id")
END;

-- Each line's place in the one order, given once its transaction is over, and what binds it to the line before it.
ALTER TABLE "audit_events" ADD COLUMN "position" BIGINT, ADD COLUMN "digest" BYTEA;
CREATE UNIQUE INDEX "audit_events_position_key" ON "audit_events"("position");
CREATE INDEX "audit_events_position_id_idx" ON "audit_events"("position", "id");
CREATE INDEX "audit_events_company_id_position_idx" ON "audit_events"("company_id", "position");

-- CreateTable
CREATE TABLE "audit_heads" (
    "company_id" TEXT NOT NULL,
    "lines" BIGINT NOT NULL,
    "digest" BYTEA NOT NULL,

    CONSTRAINT "audit_heads_pkey" PRIMARY KEY ("company_id")
);

-- AddForeignKey
ALTER TABLE "audit_heads" ADD CONSTRAINT "audit_heads_company_id_fkey" FOREIGN KEY ("company_id") REFERENCES "companies"("id") ON DELETE CASCADE ON UPDATE CASCADE;
