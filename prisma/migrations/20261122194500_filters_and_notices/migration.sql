-- AlterTable
ALTER TABLE "subjects" ADD COLUMN     "marks_text" BOOLEAN NOT NULL DEFAULT false;

-- AlterTable
ALTER TABLE "users" ADD COLUMN     "told_of_held_at" TIMESTAMPTZ(3);

-- CreateTable
CREATE TABLE "mail_domain_checks" (
    "app_id" TEXT NOT NULL,
    "domain" TEXT NOT NULL,
    "looked_at" TIMESTAMPTZ(3) NOT NULL,
    "missing_since" TIMESTAMPTZ(3),

    CONSTRAINT "mail_domain_checks_pkey" PRIMARY KEY ("app_id","domain")
);

-- AddForeignKey
ALTER TABLE "mail_domain_checks" ADD CONSTRAINT "mail_domain_checks_app_id_fkey" FOREIGN KEY ("app_id") REFERENCES "apps"("id") ON DELETE CASCADE ON UPDATE CASCADE;
