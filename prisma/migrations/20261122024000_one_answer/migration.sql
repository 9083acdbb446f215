-- AlterTable
ALTER TABLE "interactions" ADD COLUMN     "code_hash" BYTEA,
ADD COLUMN     "is_denied" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN     "pushed_hash" BYTEA;

-- CreateIndex
CREATE UNIQUE INDEX "interactions_pushed_hash_key" ON "interactions"("pushed_hash");
