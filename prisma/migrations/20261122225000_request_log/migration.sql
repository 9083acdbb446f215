-- Requests of apps and keys, for 30 days. What stands in a line is one of a few words, a number, or an id of ours: the checks leave no room for a
-- person, a token or an address. Without foreign keys: a line is worth nothing without its company, and is gone in a month.
CREATE TABLE "request_lines" (
    "request_id" TEXT NOT NULL CHECK ("request_id" ~ '^req_[0-9A-Za-z]{22}$'),
    "company_id" TEXT NOT NULL CHECK ("company_id" ~ '^cmp_[0-9A-Za-z]{22}$'),
    "caller_id" TEXT NOT NULL CHECK ("caller_id" ~ '^(app|key)_[0-9A-Za-z]{22}$'),
    "at" TIMESTAMPTZ(3) NOT NULL,
    "endpoint" TEXT NOT NULL CHECK ("endpoint" ~ '^[A-Z]{3,7} /[A-Za-z0-9_/:.-]{1,60}$'),
    "status" SMALLINT NOT NULL CHECK ("status" BETWEEN 100 AND 599),
    "code" TEXT CHECK ("code" ~ '^[a-z_]{1,40}$'),
    "reason" TEXT CHECK ("reason" ~ '^[a-z_]{1,40}$'),
    "latency" SMALLINT CHECK ("latency" BETWEEN 0 AND 4),
    "library" TEXT CHECK ("library" ~ '^[A-Za-z][A-Za-z0-9_.-]{1,19}( HttpClient| Netty)?( \((Node\.js|Python|PHP|Ruby|Java|Rust)\))?$'),
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "request_lines_pkey" PRIMARY KEY ("request_id")
);
CREATE INDEX "request_lines_company_id_at_idx" ON "request_lines"("company_id", "at");
CREATE INDEX "request_lines_caller_id_at_idx" ON "request_lines"("caller_id", "at");
CREATE INDEX "request_lines_expires_at_idx" ON "request_lines"("expires_at");
-- Failures are few: they are found without reading what went well.
CREATE INDEX "request_lines_failed_idx" ON "request_lines"("company_id", "at") WHERE "code" IS NOT NULL;

-- How many there were of each kind in an hour, of an app or key, and of the company as a whole: what charts are drawn from, however long the log is.
CREATE TABLE "request_counts" (
    "subject_id" TEXT NOT NULL CHECK ("subject_id" ~ '^(app|key|cmp)_[0-9A-Za-z]{22}$'),
    "hour" TIMESTAMPTZ(3) NOT NULL,
    "endpoint" TEXT NOT NULL,
    "code" TEXT NOT NULL,
    "reason" TEXT NOT NULL,
    "latency" SMALLINT NOT NULL,
    "count" BIGINT NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "request_counts_pkey" PRIMARY KEY ("subject_id", "hour", "endpoint", "code", "reason", "latency")
);
CREATE INDEX "request_counts_expires_at_idx" ON "request_counts"("expires_at");
