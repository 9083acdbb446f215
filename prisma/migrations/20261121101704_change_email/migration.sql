-- AlterTable
ALTER TABLE "mail_links" ADD COLUMN     "email_sealed" BYTEA;
