-- CreateTable
CREATE TABLE "role_mails" (
    "id" BIGSERIAL NOT NULL,
    "network_hash" BYTEA NOT NULL,
    "accepted_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "role_mails_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "role_mails_network_hash_idx" ON "role_mails"("network_hash");

-- CreateIndex
CREATE INDEX "role_mails_expires_at_idx" ON "role_mails"("expires_at");
