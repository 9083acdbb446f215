import { readdir, readFile } from 'node:fs/promises'
import { expect, it } from 'vitest'

/** Statements over consents, by a piece of their text, that neither let an app have anything nor tell a company of anybody. */
const HARMLESS = [
  'wanted.grant_version', // uses only what was found unsuspended and has not changed since
  'DELETE FROM grants', // the end of a consent
  'ORDER BY ends_at LIMIT 100', // the same: what is over
  'SELECT grant_id FROM refresh_tokens WHERE shard = $3 AND token_hash = ANY($1)) AND g.app_id = $2', // an app ends what is its own
  'asked.app_id\n   ), free AS', // the same, of one token
  'JOIN apps a ON a.id = g.app_id\n   WHERE t.shard = $2 AND t.token_hash = ANY($1) AND (t.expires_at', // what a refusal was about, for the log
  'FROM subjects s LEFT JOIN grants g ON g.shard = s.shard AND g.user_id = s.user_id AND g.app_id = s.app_id\n   WHERE s.shard = $2', // whoever was there before shards were
  'UPDATE forwarded_messages m SET shard = $2', // the same, and the mail that waits for them
  'SELECT 1 FROM grants WHERE shard = $2 AND id = $1', // whether a signal that falls with it may be told yet
  'WITH before AS (SELECT granted_scopes', // the person answers anew
  'UPDATE alias_traffic', // what became of mail, for the person
  'FROM alias_traffic t CROSS JOIN LATERAL', // the person's own panel
  'WHERE s.user_id = $1 AND s.app_id = $2', // the same
  'WHERE s.shard = $3 AND s.user_id = $1 AND s.app_id = $2', // what its company is told
  'SELECT g.id FROM grants g WHERE g.shard', // the person came back, or resumes: whose mail goes on
  'g.user_id = $1 AND f.held_for IS NOT NULL', // the person looks at mail that waits for their word
  'g.user_id = $1 AND f.message_id = $2 AND g.app_id = $3', // and gives it
  'g.user_id = $1 AND g.app_id = $2 AND f.held_for IS NOT NULL', // and chooses anew
  'FROM grants g JOIN users u ON u.shard = g.shard AND u.id = g.user_id WHERE g.shard = $2', // whose provider a mail that was taken goes to
  'SELECT a.mail_domains FROM unnest', // of apps whose mail was taken at RCPT, to judge its sender
]

const CALLS: Record<string, string> = {
  'oauth/interaction/store.ts': 'the person reads how they answered, once the context found their consent live',
  'grants/store.ts': 'the person reads what they consented to',
  'subjects/alias-store.ts': 'the person reads or switches an alias',
  'privacy/export-store.ts': 'the person takes everything with them',
}

const STATEMENT = /`[^`]*\b(?:FROM|JOIN) (?:\$\{versioned\('grants'\)\}|grants)\b[^`]*`/g
const CALL = /\bgrant\.(?:find|count|aggregate|groupBy)|\bgrant: \{ (?:is|isNot|select)|\bgrant: true\b/

it('every statement that reads consents leaves suspended ones out, or tells of them when the company is to know', async () => {
  const files = (await readdir('lib', { recursive: true })).filter((name) => /\.ts$/.test(name) && !/\.test\.ts$|testing\//.test(name))
  const found: string[] = []
  let respected = 0
  for (const file of files) {
    const text = await readFile(`lib/${file}`, 'utf8')
    for (const statement of text.match(STATEMENT) ?? []) {
      if (/\bsuspended_at IS (?:NOT )?NULL(?! AND)|isLive\(|isShown\(|\$\{(?:MAY_RECEIVE|IS_HELD)\}/.test(statement)) respected++
      else if (!HARMLESS.some((piece) => statement.includes(piece))) found.push(`${file}: ${statement}`)
    }
    if (CALL.test(text) && !(file in CALLS)) found.push(file)
  }
  expect(found).toEqual([])
  expect(respected).toBeGreaterThanOrEqual(10)
})
