-- An app has a colour, and the operator says when they looked at how it presents itself.
ALTER TABLE "apps" ADD COLUMN "brand_color" TEXT CHECK ("brand_color" ~ '^#[0-9a-f]{6}$'), ADD COLUMN "face_verified_at" TIMESTAMPTZ(3);
