-- What an hour counted, once it is long over: a day of UTC for each code, reason and class of latency. The worker moves hours here, those of before too.
CREATE TABLE "request_days" (
    "shard" SMALLINT NOT NULL,
    "subject_id" TEXT NOT NULL CHECK (length("subject_id") = 26 AND "subject_id" ~ '^(app|key|cmp)_[0-9A-Za-z]+$'),
    "day" DATE NOT NULL,
    "code" TEXT NOT NULL,
    "reason" TEXT NOT NULL,
    "latency" SMALLINT NOT NULL,
    "count" BIGINT NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "request_days_pkey" PRIMARY KEY ("shard", "subject_id", "day", "code", "reason", "latency")
);
CREATE INDEX "request_days_expires_at_idx" ON "request_days"("expires_at");
