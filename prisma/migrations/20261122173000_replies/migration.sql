-- CreateTable
CREATE TABLE "reverse_addresses" (
    "user_id" TEXT NOT NULL,
    "app_id" TEXT NOT NULL,
    "correspondent_hash" BYTEA NOT NULL,
    "correspondent_sealed" BYTEA NOT NULL,
    "local_hash" BYTEA NOT NULL,
    "local_sealed" BYTEA NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "reverse_addresses_pkey" PRIMARY KEY ("user_id","app_id","correspondent_hash")
);

-- CreateTable
CREATE TABLE "replies" (
    "user_id" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "app_id" TEXT NOT NULL,
    "to_sealed" BYTEA NOT NULL,
    "content_sealed" BYTEA,
    "changes" JSONB NOT NULL DEFAULT '{}',
    "state" TEXT NOT NULL,
    "problem" TEXT,
    "bounce_id" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "replies_pkey" PRIMARY KEY ("user_id","id")
);

-- CreateIndex
CREATE UNIQUE INDEX "reverse_addresses_local_hash_key" ON "reverse_addresses"("local_hash");

-- CreateIndex
CREATE INDEX "reverse_addresses_expires_at_idx" ON "reverse_addresses"("expires_at");

-- CreateIndex
CREATE UNIQUE INDEX "replies_bounce_id_key" ON "replies"("bounce_id");

-- CreateIndex
CREATE INDEX "replies_user_id_app_id_idx" ON "replies"("user_id", "app_id");

-- CreateIndex
CREATE INDEX "replies_expires_at_idx" ON "replies"("expires_at");

-- AddForeignKey
ALTER TABLE "reverse_addresses" ADD CONSTRAINT "reverse_addresses_user_id_app_id_fkey" FOREIGN KEY ("user_id", "app_id") REFERENCES "subjects"("user_id", "app_id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "replies" ADD CONSTRAINT "replies_user_id_app_id_fkey" FOREIGN KEY ("user_id", "app_id") REFERENCES "subjects"("user_id", "app_id") ON DELETE CASCADE ON UPDATE CASCADE;
