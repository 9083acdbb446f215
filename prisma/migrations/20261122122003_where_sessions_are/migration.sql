-- AlterTable
ALTER TABLE "user_sessions" ADD COLUMN     "network_hash" BYTEA,
ADD COLUMN     "zone" TEXT;
