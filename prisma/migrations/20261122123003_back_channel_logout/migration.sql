-- AlterTable
ALTER TABLE "apps" ADD COLUMN     "backchannel_logout_uri" TEXT,
ADD COLUMN     "backchannel_logout_session_required" BOOLEAN NOT NULL DEFAULT false;

-- AlterTable
ALTER TABLE "authorization_codes" ADD COLUMN     "sid" TEXT;

-- AlterTable
ALTER TABLE "refresh_tokens" ADD COLUMN     "sid" TEXT;

-- CreateTable
CREATE TABLE "session_visits" (
    "user_id" TEXT NOT NULL,
    "session_hash" BYTEA NOT NULL,
    "app_id" TEXT NOT NULL,
    "sid" TEXT NOT NULL,

    CONSTRAINT "session_visits_pkey" PRIMARY KEY ("user_id","session_hash","app_id")
);

-- CreateIndex
CREATE INDEX "session_visits_session_hash_idx" ON "session_visits"("session_hash");

-- CreateIndex
CREATE INDEX "session_visits_app_id_idx" ON "session_visits"("app_id");

-- AddForeignKey
ALTER TABLE "session_visits" ADD CONSTRAINT "session_visits_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "session_visits" ADD CONSTRAINT "session_visits_session_hash_fkey" FOREIGN KEY ("session_hash") REFERENCES "user_sessions"("id_hash") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "session_visits" ADD CONSTRAINT "session_visits_app_id_fkey" FOREIGN KEY ("app_id") REFERENCES "apps"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- Whoever ends a session before its time, in whatever way, ends it for the apps that were told of it. One that runs out
-- is no log-out: every app has a session of its own.
CREATE FUNCTION tell_ended_session() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.expires_at > clock_timestamp() THEN
    INSERT INTO queued_jobs (kind, payload)
    SELECT 'back-channel-logout', jsonb_build_object('user', user_id, 'app', app_id, 'sid', sid) FROM session_visits WHERE session_hash = OLD.id_hash;
  END IF;
  RETURN OLD;
END $$;

CREATE TRIGGER tell_ended_session BEFORE DELETE ON user_sessions FOR EACH ROW EXECUTE FUNCTION tell_ended_session();
