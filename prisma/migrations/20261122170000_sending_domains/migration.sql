-- AlterTable
ALTER TABLE "apps" ADD COLUMN     "mail_domains" TEXT[] DEFAULT ARRAY[]::TEXT[];

-- AlterTable
ALTER TABLE "forwarded_mails" ADD COLUMN     "held_for" TEXT,
ADD COLUMN     "is_released" BOOLEAN NOT NULL DEFAULT false;

-- AlterTable
ALTER TABLE "subjects" ADD COLUMN     "other_mail" TEXT;
