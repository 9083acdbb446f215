-- A used code or refresh token does not expire: it lives as long as its grant. The purge finds the others by this index.
ALTER TABLE "authorization_codes" ALTER COLUMN "expires_at" DROP NOT NULL;
ALTER TABLE "refresh_tokens" ALTER COLUMN "expires_at" DROP NOT NULL;
UPDATE "authorization_codes" SET "expires_at" = NULL WHERE "used_at" IS NOT NULL;
UPDATE "refresh_tokens" SET "expires_at" = NULL WHERE "used_at" IS NOT NULL;

-- CreateTable
CREATE TABLE "pushed_requests" (
    "uri_hash" BYTEA NOT NULL,
    "app_id" TEXT NOT NULL,
    "request_sealed" BYTEA NOT NULL,
    "master_key_id" TEXT NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "pushed_requests_pkey" PRIMARY KEY ("uri_hash")
);

-- CreateIndex
CREATE INDEX "pushed_requests_app_id_idx" ON "pushed_requests"("app_id");

-- CreateIndex
CREATE INDEX "pushed_requests_expires_at_idx" ON "pushed_requests"("expires_at");

-- AddForeignKey
ALTER TABLE "pushed_requests" ADD CONSTRAINT "pushed_requests_app_id_fkey" FOREIGN KEY ("app_id") REFERENCES "apps"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- The purge of registrations nobody confirmed must not read every account there is.
CREATE INDEX "users_unconfirmed_idx" ON "users"("created_at") WHERE "email_confirmed_at" IS NULL;
