-- CreateTable
CREATE TABLE "ended_secrets" (
    "secret_hash" BYTEA NOT NULL,
    "cause" TEXT NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "ended_secrets_pkey" PRIMARY KEY ("secret_hash")
);

-- CreateIndex
CREATE INDEX "ended_secrets_expires_at_idx" ON "ended_secrets"("expires_at");
