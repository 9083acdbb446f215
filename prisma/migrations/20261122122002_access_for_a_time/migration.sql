-- AlterTable
ALTER TABLE "grants" ADD COLUMN     "ends_at" TIMESTAMPTZ(3),
ADD COLUMN     "seen_sealed" BYTEA;

-- CreateIndex
CREATE INDEX "grants_ends_at_idx" ON "grants"("ends_at");
