-- The operator's kill switches. Null: nothing is suspended.
ALTER TABLE "companies" ADD COLUMN "suspended_at" TIMESTAMPTZ(3);
ALTER TABLE "apps" ADD COLUMN "suspended_at" TIMESTAMPTZ(3), ADD COLUMN "company_suspended_at" TIMESTAMPTZ(3);
ALTER TABLE "users" ADD COLUMN "suspended_at" TIMESTAMPTZ(3);
ALTER TABLE "alias_traffic" ADD COLUMN "stopped_at" TIMESTAMPTZ(3);
