-- Old counters were kept under other keys and run out by themselves.
-- AlterTable
ALTER TABLE "login_throttles" ADD COLUMN     "next_try_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP;

-- AlterTable
ALTER TABLE "known_devices" ADD COLUMN     "has_logged_in" BOOLEAN NOT NULL DEFAULT true;

-- CreateTable
CREATE TABLE "staff_devices" (
    "staff_id" TEXT NOT NULL,
    "device_hash" BYTEA NOT NULL,

    CONSTRAINT "staff_devices_pkey" PRIMARY KEY ("staff_id","device_hash")
);

-- AddForeignKey
ALTER TABLE "staff_devices" ADD CONSTRAINT "staff_devices_staff_id_fkey" FOREIGN KEY ("staff_id") REFERENCES "staff_members"("id") ON DELETE CASCADE ON UPDATE CASCADE;
