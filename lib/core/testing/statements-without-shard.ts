/** Statements that may go to every shard, by their file or a piece of their text. */
export const MAY_SPAN: Record<string, string> = {
  'ORDER BY ends_at LIMIT 100': 'the worker ends what is over, a batch of each shard',
  'SELECT 1 FROM grants g WHERE g.app_id = $1': 'the authorizations of one app are counted, for its company',
  'WHERE s.app_id = $1 AND s.sub_index > $2': 'the authorizations of one app, by `sub`',
  'f.message_id AS id, m.created_at AS since': 'alias mail that waits is listed and counted, for the operator',
  'f.nth = m.nth WHERE m.id = $1': 'the operator finds all copies of a message, by the id its sender was given',
  'company_id = $1 AND visible_at <= (SELECT': 'the same of one company, for whoever asks it',
  'company_id = $1 AND due_at <= (SELECT': 'the same',
  'AS last_problem': 'addresses at which something waits or fails, those of each shard',
  'FROM signal_removed_subjects WHERE webhook_id = $1': 'what a stream that is gone had asked for',
  'mail/store.ts: .outgoingMail.findMany(': 'the newest mail of ours, shown where mail goes nowhere',
  'FROM queued_jobs j JOIN outgoing_mails o': 'mail that waits is listed and counted, for the operator',
  'demo-people-store.ts: .demoPerson.findMany(': 'the few people whom one company invented',
  'verifications/store/verifications.ts: .verificationSession.findMany(': 'verifications of one company, the newest first',
  'GROUP BY status, assurance': 'verifications of one company are counted',
  'SET user_id = NULL, user_environment = NULL': 'verifications of somebody who is erased',
  'SET expected_user_id = NULL': 'the same',
  'AND is_contest AND created_at': 'how often somebody contested lately',
  'store/claims.ts: .verificationSession.findMany(': 'verifications of one person, whose pictures are there yet',
  'privacy/export-store.ts: .verificationSession.findMany(': 'verifications of one person, to take along',
  'contest/store.ts: .documentContest.findMany(': 'contests for the operator, and those of one person',
  'FROM document_fingerprints WHERE user_id = $1': 'documents of somebody who is erased, or takes along how many there are',
  'users ORDER BY id LIMIT 1': 'whether the keys are those of this database, by anybody at all',
}

/** Statements that do not say their shard yet. Nothing on a token's way; the list gets shorter. */
export const NOT_YET: Record<string, string> = {}

/** Parts of statements that stand in others, which say it for them. */
export const PARTS: Record<string, string> = {
  'max(u.expires_at) FROM address_undos u': 'beside the account that an address leads to',
  'AS moment FROM audit_events)': 'in what chains the audit log of one primary',
  "u.id = passkeys.user_id AND u.environment = 'live'": 'beside the passkey that is used',
  '${OF_ALIAS} RETURNING f.id': 'held mail of one alias',
  "USING ${OF_ALIAS.replace('FROM ', '')}": 'the same',
  'c.content_sealed AS first_chunk ${HELD_OF_PERSON': 'held mail of one person',
  'INSERT INTO mail_outcomes (shard': 'beside mail that is gone',
  'gone AS (DELETE FROM forwarded_mails WHERE %s': 'mail that failed, which the statement names',
  'o.ctid FROM unnest($1::smallint[]': 'what was found by its shard in the same statement',
  'JOIN furthest USING (shard, company_id)': 'beside events that are purged',
  "split_part(d.event_id, '.', 1)`": 'signals of one stream, whose statement says it',
  's.material_since IS NOT NULL': 'in what finds one session, or a batch of each shard',
  'findFirst({ where: where(key)': 'the key names a shard',
  'SELECT array_agg(v.name': 'in what is read of a code or refresh token',
}
