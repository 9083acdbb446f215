-- CreateTable
CREATE TABLE "webhooks" (
    "id" TEXT NOT NULL,
    "company_id" TEXT NOT NULL,
    "url" TEXT NOT NULL,
    "event_types" TEXT[],
    "app_ids" TEXT[],
    "signature" TEXT NOT NULL,
    "status" TEXT NOT NULL DEFAULT 'enabled',
    "disabled_reason" TEXT,
    "secret_sealed" BYTEA NOT NULL,
    "previous_secret_sealed" BYTEA,
    "previous_until" TIMESTAMPTZ(3),
    "master_key_id" TEXT NOT NULL,
    "failures" INTEGER NOT NULL DEFAULT 0,
    "failing_since" TIMESTAMPTZ(3),
    "last_success_at" TIMESTAMPTZ(3),
    "due_at" TIMESTAMPTZ(3),
    "lease_until" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "webhooks_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "webhook_deliveries" (
    "webhook_id" TEXT NOT NULL,
    "event_id" TEXT NOT NULL,
    "type" TEXT NOT NULL,
    "is_sample" BOOLEAN NOT NULL DEFAULT false,
    "state" TEXT NOT NULL DEFAULT 'waiting',
    "tries" INTEGER NOT NULL DEFAULT 0,
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "due_at" TIMESTAMPTZ(3),
    "last_status" INTEGER,
    "last_fault" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "webhook_deliveries_pkey" PRIMARY KEY ("webhook_id","event_id")
);

-- CreateTable
CREATE TABLE "webhook_attempts" (
    "webhook_id" TEXT NOT NULL,
    "event_id" TEXT NOT NULL,
    "number" INTEGER NOT NULL,
    "request_id" TEXT NOT NULL,
    "started_at" TIMESTAMPTZ(3) NOT NULL,
    "milliseconds" INTEGER NOT NULL,
    "status" INTEGER,
    "fault" TEXT,
    "answer_sealed" BYTEA,
    "master_key_id" TEXT,

    CONSTRAINT "webhook_attempts_pkey" PRIMARY KEY ("webhook_id","event_id","number")
);

-- CreateIndex
CREATE INDEX "webhooks_company_id_created_at_id_idx" ON "webhooks"("company_id", "created_at", "id");

-- CreateIndex
CREATE INDEX "webhooks_due_at_idx" ON "webhooks"("due_at");

-- CreateIndex
CREATE INDEX "webhook_deliveries_webhook_id_due_at_idx" ON "webhook_deliveries"("webhook_id", "due_at");

-- CreateIndex
CREATE INDEX "webhook_deliveries_webhook_id_created_at_idx" ON "webhook_deliveries"("webhook_id", "created_at");

-- CreateIndex
CREATE INDEX "webhook_deliveries_expires_at_idx" ON "webhook_deliveries"("expires_at");

-- CreateIndex
CREATE UNIQUE INDEX "webhook_attempts_request_id_key" ON "webhook_attempts"("request_id");

-- AddForeignKey
ALTER TABLE "webhooks" ADD CONSTRAINT "webhooks_company_id_fkey" FOREIGN KEY ("company_id") REFERENCES "companies"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "webhook_deliveries" ADD CONSTRAINT "webhook_deliveries_webhook_id_fkey" FOREIGN KEY ("webhook_id") REFERENCES "webhooks"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "webhook_attempts" ADD CONSTRAINT "webhook_attempts_webhook_id_event_id_fkey" FOREIGN KEY ("webhook_id", "event_id") REFERENCES "webhook_deliveries"("webhook_id", "event_id") ON DELETE CASCADE ON UPDATE CASCADE;

-- As before; and with its place an event gets its deliveries, so that the two cannot come apart.
CREATE OR REPLACE FUNCTION place_events(company text, at_most int) RETURNS int
LANGUAGE plpgsql AS $$
DECLARE
  reached bigint;
  placed int;
  furthest bigint;
BEGIN
  INSERT INTO event_logs (company_id) VALUES (company) ON CONFLICT DO NOTHING;
  SELECT last_position INTO reached FROM event_logs WHERE company_id = company FOR UPDATE;
  WITH due AS (
    SELECT e.id, row_number() OVER (ORDER BY e.visible_at, e.id) AS nth FROM (
      SELECT id, visible_at FROM events
      WHERE company_id = company AND position IS NULL AND visible_at <= clock_timestamp()
      ORDER BY visible_at, id LIMIT at_most FOR UPDATE SKIP LOCKED) e
  ), done AS (
    UPDATE events SET position = reached + due.nth FROM due WHERE events.id = due.id
    RETURNING events.id, events.type, events.app_id, events.position, events.expires_at
  ), sent AS (
    INSERT INTO webhook_deliveries (webhook_id, event_id, type, due_at, expires_at)
    SELECT w.id, d.id, d.type, clock_timestamp(), d.expires_at FROM done d JOIN webhooks w ON w.company_id = company
    WHERE w.status = 'enabled' AND (cardinality(w.event_types) = 0 OR d.type = ANY(w.event_types))
      AND (cardinality(w.app_ids) = 0 OR d.app_id IS NULL OR d.app_id = ANY(w.app_ids))
    RETURNING webhook_id
  ), woken AS (
    -- Always written, so that whoever puts this address aside as having nothing due waits and sees what came.
    UPDATE webhooks SET due_at = least(due_at, clock_timestamp()) WHERE id IN (SELECT webhook_id FROM sent)
  )
  SELECT count(*), max(position) INTO placed, furthest FROM done;
  IF placed > 0 THEN
    UPDATE event_logs SET last_position = furthest WHERE company_id = company;
  END IF;
  RETURN placed;
END $$;

-- Puts an address aside until its next delivery is due, or for longer. The row is taken first: what another transaction
-- adds meanwhile is seen by the statement after it.
CREATE FUNCTION release_webhook(webhook text, hold_seconds double precision) RETURNS void
LANGUAGE plpgsql AS $$
BEGIN
  PERFORM 1 FROM webhooks WHERE id = webhook FOR UPDATE;
  UPDATE webhooks SET lease_until = NULL, due_at = (
    SELECT greatest(min(d.due_at), clock_timestamp() + make_interval(secs => hold_seconds))
    FROM webhook_deliveries d WHERE d.webhook_id = webhook AND d.due_at IS NOT NULL HAVING count(*) > 0)
  WHERE id = webhook;
END $$;
