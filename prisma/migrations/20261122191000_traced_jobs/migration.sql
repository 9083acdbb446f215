-- Which span of a trace the work was written down in, where traces are on.
ALTER TABLE "queued_jobs" ADD COLUMN "traceparent" TEXT;
