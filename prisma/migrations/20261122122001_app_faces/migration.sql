-- AlterTable
ALTER TABLE "apps" ADD COLUMN     "logo_uri" TEXT,
ADD COLUMN     "policy_uri" TEXT,
ADD COLUMN     "support_uri" TEXT,
ADD COLUMN     "tos_uri" TEXT;

-- CreateTable
CREATE TABLE "app_logos" (
    "id" TEXT NOT NULL,
    "app_id" TEXT NOT NULL,
    "png" BYTEA NOT NULL,

    CONSTRAINT "app_logos_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "app_logos_app_id_key" ON "app_logos"("app_id");

-- AddForeignKey
ALTER TABLE "app_logos" ADD CONSTRAINT "app_logos_app_id_fkey" FOREIGN KEY ("app_id") REFERENCES "apps"("id") ON DELETE CASCADE ON UPDATE CASCADE;
