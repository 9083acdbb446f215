-- What happens at apps is counted as it happens, so that a page reads numbers of thirty days and no lines. The line of the history that counts
-- leaves a row that says where and on which day, not whom; the worker adds those rows up. No sign-in waits for another one's counter.
CREATE TABLE "activity_waiting" (
    "shard" SMALLINT NOT NULL,
    "id" BIGSERIAL NOT NULL,
    "app_id" TEXT NOT NULL,
    "action" TEXT NOT NULL,
    "day" DATE NOT NULL,

    CONSTRAINT "activity_waiting_pkey" PRIMARY KEY ("shard", "id")
);

CREATE TABLE "activity_counts" (
    "app_id" TEXT NOT NULL,
    "action" TEXT NOT NULL,
    "day" DATE NOT NULL,
    "count" INTEGER NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "activity_counts_pkey" PRIMARY KEY ("app_id", "action", "day")
);
CREATE INDEX "activity_counts_expires_at_idx" ON "activity_counts"("expires_at");

CREATE TABLE "company_activity" (
    "company_id" TEXT NOT NULL,
    "action" TEXT NOT NULL,
    "day" DATE NOT NULL,
    "shown" INTEGER NOT NULL,
    "hidden" INTEGER NOT NULL,
    "hidden_sum" INTEGER NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "company_activity_pkey" PRIMARY KEY ("company_id", "action", "day")
);
CREATE INDEX "company_activity_expires_at_idx" ON "company_activity"("expires_at");

ALTER TABLE "companies" ADD COLUMN "has_sign_ins" BOOLEAN NOT NULL DEFAULT false;

-- What happened before. Of days that are shown; 5 is the smallest count that is.
INSERT INTO "activity_counts" ("app_id", "action", "day", "count", "expires_at")
SELECT e."app_id", e."action", d."day", count(*), d."day"::timestamp AT TIME ZONE 'UTC' + interval '31 days'
FROM "activity_events" e CROSS JOIN LATERAL (SELECT (e."created_at" AT TIME ZONE 'UTC')::date AS "day") d
WHERE e."app_id" IS NOT NULL AND e."action" IN ('app.signed_in', 'app.consent_given', 'app.access_withdrawn') AND e."created_at" > now() - interval '30 days'
GROUP BY 1, 2, 3;
INSERT INTO "company_activity" ("company_id", "action", "day", "shown", "hidden", "hidden_sum", "expires_at")
SELECT a."company_id", c."action", c."day", coalesce(sum(c."count") FILTER (WHERE c."count" >= 5), 0), count(*) FILTER (WHERE c."count" < 5),
  coalesce(sum(c."count") FILTER (WHERE c."count" < 5), 0), c."day"::timestamp AT TIME ZONE 'UTC' + interval '31 days'
FROM "activity_counts" c JOIN "apps" a ON a."id" = c."app_id" GROUP BY 1, 2, 3;
UPDATE "companies" c SET "has_sign_ins" = true
WHERE EXISTS (SELECT FROM "apps" a JOIN "activity_events" e ON e."app_id" = a."id" AND e."action" = 'app.signed_in' WHERE a."company_id" = c."id");

CREATE FUNCTION count_activity() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO activity_waiting (shard, app_id, action, day) VALUES (NEW.shard, NEW.app_id, NEW.action, (NEW.created_at AT TIME ZONE 'UTC')::date);
  RETURN NULL;
END $$;
CREATE TRIGGER count_activity AFTER INSERT ON activity_events FOR EACH ROW
WHEN (NEW.app_id IS NOT NULL AND NEW.action IN ('app.signed_in', 'app.consent_given', 'app.access_withdrawn')) EXECUTE FUNCTION count_activity();

-- Nothing counts lines any more: what is left to be found by an app is what refers to it when it goes.
CREATE INDEX "activity_events_app_id_idx" ON "activity_events"("app_id");
DROP INDEX "activity_events_app_id_action_created_at_idx";

-- Apps to choose from, by name, however many there are.
CREATE INDEX "apps_company_id_name_id_idx" ON "apps"("company_id", "name", "id");

-- One code among many failures, and the failures of one app or key.
CREATE INDEX "request_lines_company_code_idx" ON "request_lines"("company_id", "code", "at", "request_id") WHERE "code" IS NOT NULL;
CREATE INDEX "request_lines_caller_code_idx" ON "request_lines"("caller_id", "code", "at", "request_id") WHERE "code" IS NOT NULL;
CREATE INDEX "request_lines_caller_failed_idx" ON "request_lines"("caller_id", "at") WHERE "code" IS NOT NULL;
