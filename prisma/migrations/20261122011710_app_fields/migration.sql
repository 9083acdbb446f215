-- AlterTable
ALTER TABLE "apps" ADD COLUMN     "omit_iss_in_errors" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN     "post_logout_redirect_uris" TEXT[] DEFAULT ARRAY[]::TEXT[],
ADD COLUMN     "require_auth_time" BOOLEAN NOT NULL DEFAULT false;

-- Until now people were led back from logging out to any redirect URI. Those addresses stay good for it.
UPDATE "apps" SET "post_logout_redirect_uris" = "redirect_uris";
