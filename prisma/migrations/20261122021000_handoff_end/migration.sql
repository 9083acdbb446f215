-- What a phone may do ends with the pictures, and it is told so.
ALTER TABLE "verification_handoffs" ADD COLUMN "ended_at" TIMESTAMPTZ(3);
