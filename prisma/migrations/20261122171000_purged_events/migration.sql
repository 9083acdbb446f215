-- AlterTable
ALTER TABLE "event_logs" ADD COLUMN     "purged_id" TEXT,
ADD COLUMN     "purged_position" BIGINT;
