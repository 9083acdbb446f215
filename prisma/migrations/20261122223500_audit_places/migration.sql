-- Where something was done from, sealed.
ALTER TABLE "audit_events" ADD COLUMN "place_sealed" BYTEA;

-- Lines without a place in the order are those of the last moment, or all of them after an upgrade: an index of their own finds the next
-- ones, and costs the others nothing.
CREATE INDEX "audit_events_unplaced_idx" ON "audit_events"("id") WHERE "position" IS NULL;
DROP INDEX "audit_events_position_id_idx";

-- For how long a company keeps its log, and where a log begins whose older lines are gone.
ALTER TABLE "companies" ADD COLUMN "audit_kept_months" INTEGER CHECK ("audit_kept_months" >= 12);
ALTER TABLE "audit_heads" ADD COLUMN "pruned_lines" BIGINT NOT NULL DEFAULT 0, ADD COLUMN "pruned_digest" BYTEA, ADD COLUMN "pruned_seal" BYTEA;
