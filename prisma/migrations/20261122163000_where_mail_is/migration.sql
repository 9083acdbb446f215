-- AlterTable
ALTER TABLE "alias_traffic" ADD COLUMN     "large_bytes" INTEGER;

-- CreateTable
CREATE TABLE "mail_outcomes" (
    "message_id" TEXT NOT NULL,
    "mail_id" BIGINT NOT NULL,
    "outcome" TEXT NOT NULL,
    "code" TEXT,
    "attempts" INTEGER NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "mail_outcomes_pkey" PRIMARY KEY ("message_id","mail_id")
);

-- CreateTable
CREATE TABLE "domain_sizes" (
    "domain_hash" BYTEA NOT NULL,
    "max_bytes" INTEGER NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "domain_sizes_pkey" PRIMARY KEY ("domain_hash")
);

-- CreateIndex
CREATE INDEX "mail_outcomes_expires_at_idx" ON "mail_outcomes"("expires_at");

-- CreateIndex
CREATE INDEX "domain_sizes_expires_at_idx" ON "domain_sizes"("expires_at");
