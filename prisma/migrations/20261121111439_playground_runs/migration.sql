-- CreateTable
CREATE TABLE "playground_runs" (
    "state_hash" BYTEA NOT NULL,
    "app_id" TEXT NOT NULL,
    "session_hash" BYTEA NOT NULL,
    "content_sealed" BYTEA NOT NULL,
    "master_key_id" TEXT NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "playground_runs_pkey" PRIMARY KEY ("state_hash")
);

-- CreateIndex
CREATE INDEX "playground_runs_app_id_idx" ON "playground_runs"("app_id");

-- CreateIndex
CREATE INDEX "playground_runs_session_hash_idx" ON "playground_runs"("session_hash");

-- CreateIndex
CREATE INDEX "playground_runs_expires_at_idx" ON "playground_runs"("expires_at");

-- AddForeignKey
ALTER TABLE "playground_runs" ADD CONSTRAINT "playground_runs_app_id_fkey" FOREIGN KEY ("app_id") REFERENCES "apps"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "playground_runs" ADD CONSTRAINT "playground_runs_session_hash_fkey" FOREIGN KEY ("session_hash") REFERENCES "staff_sessions"("id_hash") ON DELETE CASCADE ON UPDATE CASCADE;
