-- CreateTable
CREATE TABLE "events" (
    "id" TEXT NOT NULL,
    "company_id" TEXT NOT NULL,
    "app_id" TEXT,
    "type" TEXT NOT NULL,
    "data_sealed" BYTEA NOT NULL,
    "master_key_id" TEXT NOT NULL,
    "grant_id" TEXT,
    "visible_at" TIMESTAMPTZ(6) NOT NULL,
    "position" BIGINT,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "events_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "event_logs" (
    "company_id" TEXT NOT NULL,
    "last_position" BIGINT NOT NULL DEFAULT 0,

    CONSTRAINT "event_logs_pkey" PRIMARY KEY ("company_id")
);

-- CreateIndex
CREATE UNIQUE INDEX "events_company_id_position_key" ON "events"("company_id", "position");

-- CreateIndex
CREATE INDEX "events_position_visible_at_idx" ON "events"("position", "visible_at");

-- CreateIndex
CREATE INDEX "events_grant_id_idx" ON "events"("grant_id");

-- CreateIndex
CREATE INDEX "events_expires_at_idx" ON "events"("expires_at");

-- AddForeignKey
ALTER TABLE "events" ADD CONSTRAINT "events_company_id_fkey" FOREIGN KEY ("company_id") REFERENCES "companies"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "event_logs" ADD CONSTRAINT "event_logs_company_id_fkey" FOREIGN KEY ("company_id") REFERENCES "companies"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- Gives events that are due their places in a company's log. One at a time does so for a company, and its commit is seen
-- before the next one begins: no place is ever filled behind one that somebody may have read already, whichever of two
-- transactions that wrote events ended first.
CREATE FUNCTION place_events(company text, at_most int) RETURNS int
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
    UPDATE events SET position = reached + due.nth FROM due WHERE events.id = due.id RETURNING position
  )
  SELECT count(*), max(position) INTO placed, furthest FROM done;
  IF placed > 0 THEN
    UPDATE event_logs SET last_position = furthest WHERE company_id = company;
  END IF;
  RETURN placed;
END $$;
