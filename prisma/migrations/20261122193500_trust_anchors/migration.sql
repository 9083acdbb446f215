-- CreateTable
CREATE TABLE "trust_anchors" (
    "fingerprint" TEXT NOT NULL,
    "certificate" BYTEA NOT NULL,
    "name" TEXT NOT NULL,
    "types" TEXT[],
    "is_pinned" BOOLEAN NOT NULL DEFAULT false,
    "trusted_till" TIMESTAMPTZ(3),
    "source" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "trust_anchors_pkey" PRIMARY KEY ("fingerprint")
);

-- CreateTable. Unlogged: what was lost is fetched again.
CREATE UNLOGGED TABLE "fetched_lists" (
    "uri" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "body" BYTEA NOT NULL,
    "is_used" BOOLEAN NOT NULL DEFAULT false,
    "refresh_at" TIMESTAMPTZ(3) NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "fetched_lists_pkey" PRIMARY KEY ("uri")
);

-- CreateIndex
CREATE INDEX "fetched_lists_expires_at_idx" ON "fetched_lists"("expires_at");

-- CreateIndex
CREATE INDEX "fetched_lists_refresh_at_idx" ON "fetched_lists"("refresh_at");
