-- AlterTable
ALTER TABLE "webhooks" ADD COLUMN     "kind" TEXT NOT NULL DEFAULT 'webhook';

-- AlterTable
ALTER TABLE "webhook_deliveries" ADD COLUMN     "data_sealed" BYTEA,
ADD COLUMN     "grant_id" TEXT,
ADD COLUMN     "master_key_id" TEXT;

-- CreateTable
CREATE TABLE "signal_streams" (
    "webhook_id" TEXT NOT NULL,
    "company_id" TEXT NOT NULL,
    "description" TEXT,
    "events_requested" TEXT[],
    "status_reason" TEXT,
    "verify_after" TIMESTAMPTZ(3),

    CONSTRAINT "signal_streams_pkey" PRIMARY KEY ("webhook_id")
);

-- CreateTable
CREATE TABLE "signal_removed_subjects" (
    "webhook_id" TEXT NOT NULL,
    "user_id" TEXT NOT NULL,
    "app_id" TEXT NOT NULL,

    CONSTRAINT "signal_removed_subjects_pkey" PRIMARY KEY ("webhook_id","user_id","app_id")
);

-- CreateTable
CREATE TABLE "told_levels" (
    "grant_id" TEXT NOT NULL,
    "level" TEXT,
    "next_level" TEXT,
    "next_at" TIMESTAMPTZ(3),

    CONSTRAINT "told_levels_pkey" PRIMARY KEY ("grant_id")
);

-- CreateIndex
CREATE UNIQUE INDEX "signal_streams_company_id_key" ON "signal_streams"("company_id");

-- CreateIndex
CREATE INDEX "signal_removed_subjects_user_id_app_id_idx" ON "signal_removed_subjects"("user_id", "app_id");

-- CreateIndex
CREATE INDEX "webhook_deliveries_grant_id_idx" ON "webhook_deliveries"("grant_id");

-- AddForeignKey
ALTER TABLE "webhook_deliveries" ADD CONSTRAINT "webhook_deliveries_grant_id_fkey" FOREIGN KEY ("grant_id") REFERENCES "grants"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "signal_streams" ADD CONSTRAINT "signal_streams_webhook_id_fkey" FOREIGN KEY ("webhook_id") REFERENCES "webhooks"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "signal_streams" ADD CONSTRAINT "signal_streams_company_id_fkey" FOREIGN KEY ("company_id") REFERENCES "companies"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "signal_removed_subjects" ADD CONSTRAINT "signal_removed_subjects_webhook_id_fkey" FOREIGN KEY ("webhook_id") REFERENCES "signal_streams"("webhook_id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "signal_removed_subjects" ADD CONSTRAINT "signal_removed_subjects_user_id_app_id_fkey" FOREIGN KEY ("user_id", "app_id") REFERENCES "subjects"("user_id", "app_id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "told_levels" ADD CONSTRAINT "told_levels_grant_id_fkey" FOREIGN KEY ("grant_id") REFERENCES "grants"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- As before; and where a company has a stream of signals, what an event means there is queued for it, under the event's id
-- and the name of the signal. A stream that is paused keeps what comes, and is not woken.
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
    WHERE w.kind = 'webhook' AND w.status = 'enabled' AND (cardinality(w.event_types) = 0 OR d.type = ANY(w.event_types))
      AND (cardinality(w.app_ids) = 0 OR d.app_id IS NULL OR d.app_id = ANY(w.app_ids))
    UNION ALL
    SELECT w.id, d.id || '.' || substring(signal.uri FROM '[^/]+$'), signal.uri, clock_timestamp(), d.expires_at
    FROM done d JOIN webhooks w ON w.company_id = company
    JOIN (VALUES
      ('authorization.withdrawn', 'https://schemas.openid.net/secevent/caep/event-type/session-revoked'),
      ('authorization.withdrawn', 'https://schemas.openid.net/secevent/risc/event-type/account-disabled'),
      ('authorization.granted', 'https://schemas.openid.net/secevent/risc/event-type/account-enabled')
    ) AS signal (type, uri) ON signal.type = d.type
    WHERE w.kind <> 'webhook' AND w.status <> 'disabled' AND signal.uri = ANY(w.event_types)
    RETURNING webhook_id
  ), woken AS (
    -- Always written, so that whoever puts this address aside as having nothing due waits and sees what came.
    UPDATE webhooks SET due_at = CASE WHEN status = 'enabled' AND kind <> 'poll' THEN least(due_at, clock_timestamp()) END
    WHERE id IN (SELECT webhook_id FROM sent)
  )
  SELECT count(*), max(position) INTO placed, furthest FROM done;
  IF placed > 0 THEN
    UPDATE event_logs SET last_position = furthest WHERE company_id = company;
  END IF;
  RETURN placed;
END $$;

-- As before; a stream that was paused meanwhile, or that is asked, has no turn.
CREATE OR REPLACE FUNCTION release_webhook(webhook text, hold_seconds double precision) RETURNS void
LANGUAGE plpgsql AS $$
BEGIN
  PERFORM 1 FROM webhooks WHERE id = webhook FOR UPDATE;
  UPDATE webhooks SET lease_until = NULL, due_at = CASE WHEN status = 'enabled' AND kind <> 'poll' THEN (
    SELECT greatest(min(d.due_at), clock_timestamp() + make_interval(secs => hold_seconds))
    FROM webhook_deliveries d WHERE d.webhook_id = webhook AND d.due_at IS NOT NULL HAVING count(*) > 0) END
  WHERE id = webhook;
END $$;

-- Whoever changes who can get into an account, in whatever way, leaves word for the streams of the person's apps, if there
-- are any streams at all. What is told, to whom and when is decided by the job.
CREATE FUNCTION tell_changed_credentials() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM signal_streams) THEN
    INSERT INTO queued_jobs (kind, payload) VALUES ('tell-signals', jsonb_build_object('user', NEW.id, 'what', 'credentials'));
  END IF;
  RETURN NULL;
END $$;

CREATE TRIGGER tell_changed_credentials AFTER UPDATE OF access_version ON users
FOR EACH ROW WHEN (NEW.access_version > OLD.access_version) EXECUTE FUNCTION tell_changed_credentials();

-- The same of what documents say of a person.
CREATE FUNCTION tell_changed_claims() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM signal_streams) THEN
    INSERT INTO queued_jobs (kind, payload)
    SELECT DISTINCT 'tell-signals', jsonb_build_object('user', user_id, 'what', 'assurance') FROM changed;
  END IF;
  RETURN NULL;
END $$;

CREATE TRIGGER tell_added_claims AFTER INSERT ON verified_claims
REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tell_changed_claims();
CREATE TRIGGER tell_altered_claims AFTER UPDATE ON verified_claims
REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tell_changed_claims();
CREATE TRIGGER tell_removed_claims AFTER DELETE ON verified_claims
REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tell_changed_claims();
