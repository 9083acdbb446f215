-- AlterTable
ALTER TABLE "authorization_codes" ADD COLUMN     "asked_verified" TEXT;

-- AlterTable
ALTER TABLE "access_tokens" ADD COLUMN     "asked_verified" TEXT;

-- AlterTable
ALTER TABLE "refresh_tokens" ADD COLUMN     "asked_verified" TEXT;
