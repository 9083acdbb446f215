/** Statements that may go to every shard, by their file or a piece of their text. */
export const MAY_SPAN: Record<string, string> = {
  'ORDER BY ends_at LIMIT 100': 'the worker ends what is over, a batch of each shard',
  'deletion_due_at <= clock_timestamp()': 'the worker erases whose time has come',
  'email_confirmed_at IS NULL AND created_at <': 'the worker removes registrations that nobody confirmed',
  'document_recoveries SET told_at': 'the worker writes to whose waiting is over',
  'SELECT 1 FROM grants g WHERE g.app_id = $1': 'the authorizations of one app are counted, for its company',
  'DELETE FROM activity_waiting': 'the worker counts what happened at apps, a piece of each shard',
  'WHERE s.app_id = $1 AND s.sub_index > $2': 'the authorizations of one app, by `sub`',
  'UPDATE queued_jobs SET tries = tries + 1': 'the worker takes what is due, a piece of each shard',
  'due.company_id, due.name, due.expires_at': 'the worker tells whose keys run out, those of each shard',
  'UPDATE forwarded_mails SET attempts = attempts + 1': 'the relay takes what is due, a piece of each shard',
  'WITH due AS (SELECT shard, id FROM forwarded_mails WHERE expires_at': 'it gives up what is too old, of each',
  'f.held_for IS NULL AND NOT coalesce(': 'it lets go what nothing holds any more, of each',
  'SELECT g.shard, g.user_id, count(*)::int AS held': 'people of each are told what waits for them',
  "'forwarded_mails' AS queue": 'what waits for the relay is counted, on each',
  'f.message_id AS id, m.created_at AS since': 'alias mail that waits is listed and counted, for the operator',
  'f.nth = m.nth WHERE m.id = $1': 'the operator finds all copies of a message, by the id its sender was given',
  'queues (queue, is_mail)': 'what waits for the worker is counted, on each',
  'mail/store.ts: .outgoingMail.findMany(': 'the newest mail of ours, shown where mail goes nowhere',
  'FROM queued_jobs j JOIN outgoing_mails o': 'mail that waits is listed and counted, for the operator',
  'FROM email_directory WHERE check_at': 'the worker looks again at lines of the list of addresses',
  'demo-people-store.ts: .demoPerson.findMany(': 'the few people whom one company invented',
  'verifications/store/verifications.ts: .verificationSession.findMany(': 'verifications of one company, the newest first',
  'ORDER BY expires_at LIMIT $3 FOR UPDATE SKIP LOCKED': 'verifications whose time is over, a batch of each shard',
  'ORDER BY material_since LIMIT $1 FOR UPDATE SKIP LOCKED': 'those that lost their pictures, the same',
  "AND (material_status = 'held' OR reading_sealed IS NOT NULL)": 'whose pictures are to go, the same',
  'FROM verification_sessions WHERE created_at <=': 'verdicts that are kept no longer, the same',
  'GROUP BY status, assurance': 'verifications of one company are counted',
  'SET user_id = NULL, user_environment = NULL': 'verifications of somebody who is erased',
  'SET expected_user_id = NULL': 'the same',
  'AND is_contest AND created_at': 'how often somebody contested lately',
  'store/claims.ts: .verificationSession.findMany(': 'verifications of one person, whose pictures are there yet',
  'privacy/export-store.ts: .verificationSession.findMany(': 'verifications of one person, to take along',
  'users ORDER BY id LIMIT 1': 'whether the keys are those of this database, by anybody at all',
}

/** Statements that do not say their shard yet. Nothing on a token's way; the list gets shorter. */
export const NOT_YET: Record<string, string> = {
  "ON u.id = v.value->>'userId'": 'what migrations of before shards set aside',
  'UPDATE subjects SET pair_sealed = $3, sub_index = $4, alias_index = $5 WHERE user_id = $1': 'the same',
  'signals/subjects-store.ts': 'a company names a person by their `sub`, beside rows of its own',
  'FROM ${passkeys} p JOIN ${accounts} a': 'a passkey is found by its own id',
  'UPDATE ${passkeys} SET counter': 'the same',
  'WHERE browser_hash = $1': 'what a browser waits for is found by that browser, whose secret it had before',
  'where: { contestId }': 'claims of a contest that is over, whose holder is not named there',
}

/** Parts of statements that stand in others, which say it for them. */
export const PARTS: Record<string, string> = {
  '${OF_ALIAS} RETURNING f.id': 'held mail of one alias',
  "USING ${OF_ALIAS.replace('FROM ', '')}": 'the same',
  'c.content_sealed AS first_chunk ${HELD_OF_PERSON': 'held mail of one person',
  'INSERT INTO mail_outcomes (shard': 'beside mail that is gone',
  'gone AS (DELETE FROM forwarded_mails WHERE %s': 'mail that failed, which the statement names',
  's.material_since IS NOT NULL': 'in what finds one session, or a batch of each shard',
  'findFirst({ where: where(key)': 'the key names a shard',
  'SELECT array_agg(v.name': 'in what is read of a code or refresh token',
}
