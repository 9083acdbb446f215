-- How what a claim says was verified before: days, levels and rules, sealed under the person's key.
ALTER TABLE "verified_claims" ADD COLUMN "earlier_sealed" BYTEA;
