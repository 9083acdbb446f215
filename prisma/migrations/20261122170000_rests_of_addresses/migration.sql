-- AlterTable
ALTER TABLE "webhooks" ADD COLUMN     "held_until" TIMESTAMPTZ(3),
ADD COLUMN     "last_failure_at" TIMESTAMPTZ(3);

-- CreateIndex
CREATE INDEX "events_company_id_visible_at_idx" ON "events"("company_id", "visible_at");

-- As before; the moment is asked for once, so that an index ends where it lies.
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
      WHERE company_id = company AND position IS NULL AND visible_at <= (SELECT clock_timestamp())
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

-- As before; an address that rests does so until then, whatever comes meanwhile, and what was told long ago is not looked at.
CREATE OR REPLACE FUNCTION release_webhook(webhook text, hold_seconds double precision) RETURNS void
LANGUAGE plpgsql AS $$
DECLARE
  held timestamptz;
BEGIN
  SELECT held_until INTO held FROM webhooks WHERE id = webhook FOR UPDATE;
  IF hold_seconds > 0 THEN
    held := greatest(held, clock_timestamp() + make_interval(secs => hold_seconds));
  END IF;
  UPDATE webhooks SET lease_until = NULL, held_until = held, due_at = CASE WHEN status = 'enabled' AND kind <> 'poll' THEN (
    SELECT greatest(d.due_at, held) FROM webhook_deliveries d
    WHERE d.webhook_id = webhook AND d.due_at IS NOT NULL ORDER BY d.due_at LIMIT 1) END
  WHERE id = webhook;
END $$;
