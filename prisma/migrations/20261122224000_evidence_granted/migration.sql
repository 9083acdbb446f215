-- Whether an app is told how claims were verified, apart from the claims. Null: nobody asked for it yet.
ALTER TABLE "grants" ADD COLUMN "evidence_granted" BOOLEAN;
