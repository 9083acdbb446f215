-- Pictures taken so far, and their keys, are in the log: nothing is carried over. Whoever waits for them is asked again.
TRUNCATE "verification_images";
ALTER TABLE "verification_images" SET UNLOGGED;

-- CreateTable
CREATE UNLOGGED TABLE "verification_keys" (
    "session_id" TEXT NOT NULL,
    "key_sealed" BYTEA NOT NULL,
    "master_key_id" TEXT NOT NULL,

    CONSTRAINT "verification_keys_pkey" PRIMARY KEY ("session_id")
);

-- AddForeignKey
ALTER TABLE "verification_keys" ADD CONSTRAINT "verification_keys_session_id_fkey" FOREIGN KEY ("session_id") REFERENCES "verification_sessions"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "verification_sessions" DROP COLUMN "image_key_sealed";
