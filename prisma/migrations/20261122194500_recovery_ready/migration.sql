-- When the owner was written to that the waiting is over.
ALTER TABLE "document_recoveries" ADD COLUMN "told_at" TIMESTAMPTZ(3);
