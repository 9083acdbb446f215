-- CreateEnum
CREATE TYPE "wallet_request_state" AS ENUM ('waiting', 'presented', 'confirmed', 'refused');

-- AlterTable
ALTER TABLE "verification_sessions" ADD COLUMN     "credential_types" TEXT[] DEFAULT ARRAY[]::TEXT[];

-- AlterTable
ALTER TABLE "verified_claims" ADD COLUMN     "issuer_sealed" BYTEA;

-- CreateTable
CREATE UNLOGGED TABLE "wallet_requests" (
    "id" TEXT NOT NULL,
    "session_id" TEXT NOT NULL,
    "status" "wallet_request_state" NOT NULL DEFAULT 'waiting',
    "is_by_browser" BOOLEAN NOT NULL DEFAULT false,
    "request_sealed" BYTEA,
    "master_key_id" TEXT NOT NULL,
    "fetches" INTEGER NOT NULL DEFAULT 0,
    "browser_hash" BYTEA NOT NULL,
    "response_code_hash" BYTEA,
    "answer_sealed" BYTEA,
    "wrong_digits" INTEGER NOT NULL DEFAULT 0,
    "refusal_code" TEXT,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "wallet_requests_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "wallet_requests_session_id_key" ON "wallet_requests"("session_id");

-- CreateIndex
CREATE UNIQUE INDEX "wallet_requests_response_code_hash_key" ON "wallet_requests"("response_code_hash");

-- CreateIndex
CREATE INDEX "wallet_requests_expires_at_idx" ON "wallet_requests"("expires_at");

-- AddForeignKey
ALTER TABLE "wallet_requests" ADD CONSTRAINT "wallet_requests_session_id_fkey" FOREIGN KEY ("session_id") REFERENCES "verification_sessions"("id") ON DELETE CASCADE ON UPDATE CASCADE;
