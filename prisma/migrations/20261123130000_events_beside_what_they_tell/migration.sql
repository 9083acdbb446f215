-- What is told of a person or a company waits beside them, and its company's log, addresses and deliveries are on the company's shard: what is
-- told is moved there when its time has come.

-- Events that wait. A consent's can be taken back as long as its `grant_id` is there.
CREATE TABLE "outgoing_events" (
    "shard" SMALLINT NOT NULL,
    "id" TEXT NOT NULL,
    "company_id" TEXT NOT NULL,
    "app_id" TEXT,
    "type" TEXT NOT NULL,
    "data_sealed" BYTEA NOT NULL,
    "master_key_id" TEXT NOT NULL,
    "grant_id" TEXT,
    "visible_at" TIMESTAMPTZ(6) NOT NULL,

    CONSTRAINT "outgoing_events_pkey" PRIMARY KEY ("shard", "id")
);
ALTER TABLE "outgoing_events" ADD CONSTRAINT "outgoing_events_company_id_fkey" FOREIGN KEY ("company_id") REFERENCES "companies"("id") ON DELETE CASCADE ON UPDATE CASCADE;
INSERT INTO "outgoing_events" SELECT coalesce(g.shard, company_shard(e.company_id)), e.id, e.company_id, e.app_id, e.type, e.data_sealed, e.master_key_id, e.grant_id, e.visible_at
FROM "events" e LEFT JOIN "grants" g ON g.id = e.grant_id WHERE e.position IS NULL;
DELETE FROM "events" WHERE "position" IS NULL;
CREATE INDEX "outgoing_events_visible_at_idx" ON "outgoing_events"("visible_at");
CREATE INDEX "outgoing_events_company_id_visible_at_idx" ON "outgoing_events"("company_id", "visible_at");
CREATE INDEX "outgoing_events_grant_id_idx" ON "outgoing_events"("grant_id");

-- The same of signals, which fall with their consent until they are told.
CREATE TABLE "outgoing_signals" (
    "shard" SMALLINT NOT NULL,
    "id" TEXT NOT NULL,
    "grant_id" TEXT NOT NULL,
    "company_id" TEXT NOT NULL,
    "webhook_id" TEXT NOT NULL,
    "type" TEXT NOT NULL,
    "data_sealed" BYTEA NOT NULL,
    "master_key_id" TEXT NOT NULL,
    "due_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "outgoing_signals_pkey" PRIMARY KEY ("shard", "id")
);
ALTER TABLE "outgoing_signals" ADD CONSTRAINT "outgoing_signals_shard_grant_id_fkey" FOREIGN KEY ("shard", "grant_id") REFERENCES "grants"("shard", "id") ON DELETE CASCADE ON UPDATE CASCADE,
  ADD CONSTRAINT "outgoing_signals_company_id_fkey" FOREIGN KEY ("company_id") REFERENCES "companies"("id") ON DELETE CASCADE ON UPDATE CASCADE;
INSERT INTO "outgoing_signals" SELECT g.shard, d.event_id, g.id, w.company_id, w.id, d.type, d.data_sealed, d.master_key_id, d.due_at
FROM "webhook_deliveries" d JOIN "grants" g ON g.id = d.grant_id JOIN "webhooks" w ON w.id = d.webhook_id WHERE d.due_at > clock_timestamp() AND d.attempts = 0;
DELETE FROM "webhook_deliveries" WHERE "grant_id" IS NOT NULL AND "due_at" > clock_timestamp() AND "attempts" = 0;
CREATE INDEX "outgoing_signals_due_at_idx" ON "outgoing_signals"("due_at");
CREATE INDEX "outgoing_signals_company_id_due_at_idx" ON "outgoing_signals"("company_id", "due_at");
CREATE INDEX "outgoing_signals_grant_id_idx" ON "outgoing_signals"("grant_id");

-- Whom a stream shall tell nothing of is beside the person; which stream that is, is known there by its id alone.
ALTER TABLE "signal_removed_subjects" ADD COLUMN "shard" SMALLINT;
UPDATE "signal_removed_subjects" r SET "shard" = s.shard FROM "subjects" s WHERE s.user_id = r.user_id AND s.app_id = r.app_id;
ALTER TABLE "signal_removed_subjects" ALTER COLUMN "shard" SET NOT NULL, DROP CONSTRAINT "signal_removed_subjects_pkey",
  DROP CONSTRAINT "signal_removed_subjects_webhook_id_fkey", DROP CONSTRAINT "signal_removed_subjects_user_id_app_id_fkey",
  ADD CONSTRAINT "signal_removed_subjects_pkey" PRIMARY KEY ("shard", "webhook_id", "user_id", "app_id"),
  ADD CONSTRAINT "signal_removed_subjects_shard_user_id_app_id_fkey" FOREIGN KEY ("shard", "user_id", "app_id") REFERENCES "subjects"("shard", "user_id", "app_id") ON DELETE CASCADE ON UPDATE CASCADE;
CREATE INDEX "signal_removed_subjects_webhook_id_idx" ON "signal_removed_subjects"("webhook_id");
DROP INDEX "subjects_user_id_app_id_key";

-- On the company's shard. The key of deliveries begins so that nobody finds what is due at an address by it, and reads all that it was ever told.
ALTER TABLE "webhook_deliveries" DROP CONSTRAINT "webhook_deliveries_grant_id_fkey", DROP CONSTRAINT "webhook_deliveries_webhook_id_fkey";
ALTER TABLE "webhook_attempts" DROP CONSTRAINT "webhook_attempts_webhook_id_event_id_fkey";
ALTER TABLE "signal_streams" DROP CONSTRAINT "signal_streams_webhook_id_fkey";
DROP INDEX "webhook_deliveries_grant_id_idx";
DROP INDEX "grants_id_key";

ALTER TABLE "events" ADD COLUMN "shard" SMALLINT;
UPDATE "events" SET "shard" = company_shard(company_id);
DROP INDEX "events_company_id_position_key";
DROP INDEX "events_position_visible_at_idx";
DROP INDEX "events_grant_id_idx";
ALTER TABLE "events" ALTER COLUMN "shard" SET NOT NULL, ALTER COLUMN "position" SET NOT NULL, DROP COLUMN "grant_id", DROP CONSTRAINT "events_pkey",
  ADD CONSTRAINT "events_pkey" PRIMARY KEY ("shard", "id"),
  ADD CONSTRAINT "events_shard_check" CHECK ("shard" = company_shard("company_id"));
CREATE UNIQUE INDEX "events_shard_company_id_position_key" ON "events"("shard", "company_id", "position");

ALTER TABLE "event_logs" ADD COLUMN "shard" SMALLINT;
UPDATE "event_logs" SET "shard" = company_shard(company_id);
ALTER TABLE "event_logs" ALTER COLUMN "shard" SET NOT NULL, DROP CONSTRAINT "event_logs_pkey",
  ADD CONSTRAINT "event_logs_pkey" PRIMARY KEY ("shard", "company_id"),
  ADD CONSTRAINT "event_logs_shard_check" CHECK ("shard" = company_shard("company_id"));
CREATE INDEX "event_logs_company_id_idx" ON "event_logs"("company_id");

ALTER TABLE "webhooks" ADD COLUMN "shard" SMALLINT;
UPDATE "webhooks" SET "shard" = company_shard(company_id);
ALTER TABLE "webhooks" ALTER COLUMN "shard" SET NOT NULL, DROP CONSTRAINT "webhooks_pkey",
  ADD CONSTRAINT "webhooks_pkey" PRIMARY KEY ("shard", "id"),
  ADD CONSTRAINT "webhooks_shard_check" CHECK ("shard" = company_shard("company_id"));

ALTER TABLE "webhook_deliveries" ADD COLUMN "shard" SMALLINT;
UPDATE "webhook_deliveries" d SET "shard" = w.shard FROM "webhooks" w WHERE w.id = d.webhook_id;
ALTER TABLE "webhook_deliveries" ALTER COLUMN "shard" SET NOT NULL, DROP CONSTRAINT "webhook_deliveries_pkey",
  ADD CONSTRAINT "webhook_deliveries_pkey" PRIMARY KEY ("shard", "event_id", "webhook_id"),
  ADD CONSTRAINT "webhook_deliveries_shard_webhook_id_fkey" FOREIGN KEY ("shard", "webhook_id") REFERENCES "webhooks"("shard", "id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "webhook_attempts" ADD COLUMN "shard" SMALLINT;
UPDATE "webhook_attempts" a SET "shard" = w.shard FROM "webhooks" w WHERE w.id = a.webhook_id;
DROP INDEX "webhook_attempts_request_id_key";
ALTER TABLE "webhook_attempts" ALTER COLUMN "shard" SET NOT NULL, DROP CONSTRAINT "webhook_attempts_pkey",
  ADD CONSTRAINT "webhook_attempts_pkey" PRIMARY KEY ("shard", "webhook_id", "event_id", "number"),
  ADD CONSTRAINT "webhook_attempts_shard_webhook_id_event_id_fkey" FOREIGN KEY ("shard", "webhook_id", "event_id") REFERENCES "webhook_deliveries"("shard", "webhook_id", "event_id") ON DELETE CASCADE ON UPDATE CASCADE;
CREATE UNIQUE INDEX "webhook_attempts_shard_request_id_key" ON "webhook_attempts"("shard", "request_id");

ALTER TABLE "signal_streams" ADD COLUMN "shard" SMALLINT;
UPDATE "signal_streams" SET "shard" = company_shard(company_id);
DROP INDEX "signal_streams_company_id_key";
ALTER TABLE "signal_streams" ALTER COLUMN "shard" SET NOT NULL, DROP CONSTRAINT "signal_streams_pkey",
  ADD CONSTRAINT "signal_streams_pkey" PRIMARY KEY ("shard", "webhook_id"),
  ADD CONSTRAINT "signal_streams_shard_check" CHECK ("shard" = company_shard("company_id")),
  ADD CONSTRAINT "signal_streams_shard_webhook_id_fkey" FOREIGN KEY ("shard", "webhook_id") REFERENCES "webhooks"("shard", "id") ON DELETE CASCADE ON UPDATE CASCADE;
CREATE UNIQUE INDEX "signal_streams_shard_company_id_key" ON "signal_streams"("shard", "company_id");
CREATE INDEX "signal_streams_company_id_idx" ON "signal_streams"("company_id");

-- Gives events that were moved here their places in a company's log, and with its place an event gets its deliveries. One at a time does so for
-- a company, and its commit is seen before the next one begins: no place is ever filled behind one that somebody may have read already. What
-- has its place already came twice, and is passed over. Where the company has a stream of signals, what an event means there is queued for it,
-- under the event's id and the name of the signal. A stream that is paused keeps what comes, and is not woken.
DROP FUNCTION place_events(text, int);
CREATE FUNCTION place_events(at smallint, company text, ids text[], app_ids text[], types text[], sealed bytea[], master_keys text[], moments timestamptz[])
RETURNS int LANGUAGE plpgsql AS $$
DECLARE
  reached bigint;
  placed int;
  furthest bigint;
BEGIN
  INSERT INTO event_logs (shard, company_id) VALUES (at, company) ON CONFLICT DO NOTHING;
  SELECT last_position INTO reached FROM event_logs WHERE shard = at AND company_id = company FOR UPDATE;
  WITH done AS (
    INSERT INTO events (shard, id, company_id, app_id, type, data_sealed, master_key_id, visible_at, position, expires_at)
    SELECT at, n.id, company, n.app_id, n.type, n.data_sealed, n.master_key_id, n.visible_at,
      reached + row_number() OVER (ORDER BY n.visible_at, n.id), n.visible_at + interval '30 days'
    FROM unnest(ids, app_ids, types, sealed, master_keys, moments) AS n (id, app_id, type, data_sealed, master_key_id, visible_at)
    WHERE NOT EXISTS (SELECT FROM events e WHERE e.shard = at AND e.id = n.id)
    RETURNING events.id, events.type, events.app_id, events.position, events.expires_at
  ), sent AS (
    INSERT INTO webhook_deliveries (shard, webhook_id, event_id, type, due_at, expires_at)
    SELECT at, w.id, d.id, d.type, clock_timestamp(), d.expires_at FROM done d JOIN webhooks w ON w.shard = at AND w.company_id = company
    WHERE w.kind = 'webhook' AND w.status = 'enabled' AND (cardinality(w.event_types) = 0 OR d.type = ANY(w.event_types))
      AND (cardinality(w.app_ids) = 0 OR d.app_id IS NULL OR d.app_id = ANY(w.app_ids))
    UNION ALL
    SELECT at, w.id, d.id || '.' || substring(signal.uri FROM '[^/]+$'), signal.uri, clock_timestamp(), d.expires_at
    FROM done d JOIN webhooks w ON w.shard = at AND w.company_id = company
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
    WHERE shard = at AND id IN (SELECT webhook_id FROM sent)
  )
  SELECT count(*), max(position) INTO placed, furthest FROM done;
  IF placed > 0 THEN
    UPDATE event_logs SET last_position = furthest WHERE shard = at AND company_id = company;
  END IF;
  RETURN placed;
END $$;

-- As before, on one shard; what is due is found by the address alone.
DROP FUNCTION release_webhook(text, double precision);
CREATE FUNCTION release_webhook(at smallint, webhook text, hold_seconds double precision) RETURNS void
LANGUAGE plpgsql AS $$
DECLARE
  held timestamptz;
BEGIN
  SELECT held_until INTO held FROM webhooks WHERE shard = at AND id = webhook FOR UPDATE;
  IF hold_seconds > 0 THEN
    held := greatest(held, clock_timestamp() + make_interval(secs => hold_seconds));
  END IF;
  UPDATE webhooks SET lease_until = NULL, held_until = held, due_at = CASE WHEN status = 'enabled' AND kind <> 'poll' THEN (
    SELECT greatest(d.due_at, held) FROM webhook_deliveries d
    WHERE d.webhook_id = webhook AND d.due_at IS NOT NULL ORDER BY d.due_at LIMIT 1) END
  WHERE shard = at AND id = webhook;
END $$;

-- Whether any company has a stream is asked beside people, so it stands with what every database has alike.
ALTER TABLE "companies" ADD COLUMN "has_signal_stream" BOOLEAN NOT NULL DEFAULT false;
UPDATE "companies" c SET "has_signal_stream" = true WHERE EXISTS (SELECT FROM "signal_streams" s WHERE s.company_id = c.id);
CREATE INDEX "companies_has_signal_stream_idx" ON "companies"("has_signal_stream");

CREATE OR REPLACE FUNCTION tell_changed_credentials() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM companies WHERE has_signal_stream) THEN
    INSERT INTO queued_jobs (shard, kind, payload) VALUES (NEW.shard, 'tell-signals', jsonb_build_object('user', NEW.id, 'what', 'credentials'));
  END IF;
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION tell_changed_claims() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM companies WHERE has_signal_stream) THEN
    INSERT INTO queued_jobs (shard, kind, payload)
    SELECT DISTINCT shard, 'tell-signals', jsonb_build_object('user', user_id, 'what', 'assurance') FROM changed;
  END IF;
  RETURN NULL;
END $$;
