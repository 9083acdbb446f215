-- AlterTable
ALTER TABLE "staff_tokens" ADD COLUMN     "browser_hash" BYTEA;
