-- Keys are good for what they were made for, and from where. Those from before keep everything.
ALTER TABLE "api_keys" ADD COLUMN "permissions" TEXT[] DEFAULT ARRAY['read', 'apps', 'verifications', 'events']::TEXT[],
  ADD COLUMN "allowed_networks" TEXT[] DEFAULT ARRAY[]::TEXT[], ADD COLUMN "refused_at" TIMESTAMPTZ(3);
ALTER TABLE "companies" ADD COLUMN "developers_manage_secrets" BOOLEAN NOT NULL DEFAULT false;
-- Roles that look and change nothing.
ALTER TYPE "staff_role" ADD VALUE 'support';
ALTER TYPE "staff_role" ADD VALUE 'compliance';
