-- The audit log and the checks of sending domains lie on their company's shard; what a migration set aside in clear is where people without
-- a shard are.

ALTER TABLE "audit_events" ADD COLUMN "shard" SMALLINT;
UPDATE "audit_events" SET "shard" = company_shard(company_id);
ALTER TABLE "audit_events" ALTER COLUMN "shard" SET NOT NULL, DROP CONSTRAINT "audit_events_pkey",
  ADD CONSTRAINT "audit_events_pkey" PRIMARY KEY ("shard", "id"),
  ADD CONSTRAINT "audit_events_shard_check" CHECK ("shard" = company_shard("company_id"));

ALTER TABLE "audit_heads" ADD COLUMN "shard" SMALLINT;
UPDATE "audit_heads" SET "shard" = company_shard(company_id);
ALTER TABLE "audit_heads" ALTER COLUMN "shard" SET NOT NULL, DROP CONSTRAINT "audit_heads_pkey",
  ADD CONSTRAINT "audit_heads_pkey" PRIMARY KEY ("shard", "company_id"),
  ADD CONSTRAINT "audit_heads_shard_check" CHECK ("shard" = company_shard("company_id"));
CREATE INDEX "audit_heads_company_id_idx" ON "audit_heads"("company_id");

ALTER TABLE "mail_domain_checks" ADD COLUMN "shard" SMALLINT;
UPDATE "mail_domain_checks" c SET "shard" = company_shard(a.company_id) FROM "apps" a WHERE a.id = c.app_id;
ALTER TABLE "mail_domain_checks" ALTER COLUMN "shard" SET NOT NULL, DROP CONSTRAINT "mail_domain_checks_pkey",
  ADD CONSTRAINT "mail_domain_checks_pkey" PRIMARY KEY ("shard", "app_id", "domain");
CREATE INDEX "mail_domain_checks_app_id_idx" ON "mail_domain_checks"("app_id");

ALTER TABLE "unsealed_values" ADD COLUMN "shard" SMALLINT NOT NULL DEFAULT -1, DROP CONSTRAINT "unsealed_values_pkey",
  ADD CONSTRAINT "unsealed_values_pkey" PRIMARY KEY ("shard", "id");
ALTER TABLE "unsealed_values" ALTER COLUMN "shard" DROP DEFAULT;
