-- A plan that is made while a table is small may take any index that begins with the shard, and then reads all of the shard when it is large.
-- So only keys begin with it; an index that finds rows begins with what it finds them by.
DROP INDEX "access_tokens_shard_grant_id_idx";
DROP INDEX "activity_events_shard_user_id_id_idx";
DROP INDEX "address_undos_shard_user_id_idx";
DROP INDEX "authorization_codes_shard_grant_id_idx";
DROP INDEX "consent_receipts_shard_user_id_created_at_idx";
DROP INDEX "mail_links_shard_user_id_idx";
DROP INDEX "passkeys_shard_user_id_idx";
DROP INDEX "pending_log_ins_shard_user_id_idx";
DROP INDEX "refresh_tokens_shard_grant_id_idx";
DROP INDEX "replies_shard_user_id_app_id_idx";
DROP INDEX "session_visits_shard_session_hash_idx";
DROP INDEX "subjects_shard_alias_index_key";
DROP INDEX "user_sessions_shard_user_id_idx";
CREATE INDEX "access_tokens_grant_id_idx" ON "access_tokens"("grant_id");
CREATE INDEX "activity_events_user_id_id_idx" ON "activity_events"("user_id", "id");
CREATE INDEX "address_undos_user_id_idx" ON "address_undos"("user_id");
CREATE INDEX "authorization_codes_grant_id_idx" ON "authorization_codes"("grant_id");
CREATE INDEX "consent_receipts_user_id_created_at_idx" ON "consent_receipts"("user_id", "created_at");
CREATE INDEX "mail_links_user_id_idx" ON "mail_links"("user_id");
CREATE INDEX "passkeys_user_id_idx" ON "passkeys"("user_id");
CREATE INDEX "pending_log_ins_user_id_idx" ON "pending_log_ins"("user_id");
CREATE INDEX "refresh_tokens_grant_id_idx" ON "refresh_tokens"("grant_id");
CREATE INDEX "replies_user_id_app_id_idx" ON "replies"("user_id", "app_id");
CREATE INDEX "session_visits_session_hash_idx" ON "session_visits"("session_hash");
CREATE UNIQUE INDEX "subjects_alias_index_key" ON "subjects"("alias_index");
CREATE INDEX "user_sessions_user_id_idx" ON "user_sessions"("user_id");
