-- Keys may run out, which owners and admins are told of before; and the place of the last use, sealed.
ALTER TABLE "api_keys" ADD COLUMN "expires_at" TIMESTAMPTZ(3), ADD COLUMN "expiry_told_at" TIMESTAMPTZ(3), ADD COLUMN "last_place_sealed" BYTEA;
CREATE INDEX "api_keys_expires_at_idx" ON "api_keys"("expires_at");
