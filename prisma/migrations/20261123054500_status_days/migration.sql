-- How many minutes of a day a part of the service worked: days and counts, nothing about anybody.
CREATE TABLE "status_days" (
    "day" DATE NOT NULL,
    "part" TEXT NOT NULL,
    "first_minute" TIMESTAMPTZ(3) NOT NULL,
    "last_minute" TIMESTAMPTZ(3) NOT NULL,
    "up" INTEGER NOT NULL,
    "slow" INTEGER NOT NULL,
    "down" INTEGER NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "status_days_pkey" PRIMARY KEY ("day", "part"),
    CONSTRAINT "status_days_part" CHECK ("part" IN ('service', 'mail', 'verifications'))
);

CREATE INDEX "status_days_expires_at_idx" ON "status_days"("expires_at");
