import { readdir, readFile } from 'node:fs/promises'
import { afterAll, describe, expect, it } from 'vitest'
import { closeDatabase, withDatabase } from '#lib/core/db'

afterAll(closeDatabase)

/**
 * What keeps a second primary possible: rows of a person are found by the person, and nothing needs two people at once.
 * @see docs/operating/README.md "How far it goes"
 */

/** Tables are held to the rule since this migration; those before it are as they were. */
const RULE_SINCE = '20261122170000'

/** Tables made since then that do without, each with its reason. */
const WITHOUT: Record<string, string> = {
  wallet_requests: 'a wallet that answers knows no person; a row lives for ten minutes and is in no log of the database',
  outgoing_signals: 'found by its consent, or by its moment; a row lasts for a day at most',
}

const childrenOf = () =>
  withDatabase(
    (db) => db.$queryRaw<{ child: string; parent: string }[]>`
      SELECT conrelid::regclass::text AS child, confrelid::regclass::text AS parent FROM pg_constraint WHERE contype = 'f'`,
  )

const keysOf = () =>
  withDatabase(
    (db) => db.$queryRaw<{ name: string; columns: string[] }[]>`
      SELECT i.indrelid::regclass::text AS name, array_agg(a.attname::text) AS columns
      FROM pg_index i JOIN pg_attribute a ON a.attrelid = i.indrelid AND a.attnum = ANY(i.indkey) WHERE i.indisprimary GROUP BY 1`,
  )

/** Every table whose rows hang on a person, however far away. */
async function tablesOfPeople(): Promise<Set<string>> {
  const links = await childrenOf()
  const found = new Set(['users'])
  for (let before = 0; before < found.size; ) {
    before = found.size
    for (const { child, parent } of links) if (found.has(parent)) found.add(child)
  }
  return found
}

async function madeSince(migration: string): Promise<string[]> {
  const later = (await readdir('prisma/migrations')).filter((name) => name >= migration && /^\d/.test(name))
  const texts = await Promise.all(later.map((name) => readFile(`prisma/migrations/${name}/migration.sql`, 'utf8')))
  return texts.flatMap((text) => [...text.matchAll(/CREATE (?:UNLOGGED )?TABLE (?:IF NOT EXISTS )?"?(\w+)"?/gi)].map(([, name = '']) => name))
}

describe('a table of a person', () => {
  it('that is new has the person in its primary key', async () => {
    const [people, keys, made] = [
      await tablesOfPeople(),
      new Map((await keysOf()).map(({ name, columns }) => [name, columns])),
      await madeSince(RULE_SINCE),
    ]
    expect(made.length).toBeGreaterThan(0)
    const wrong = made.filter((name) => people.has(name) && !keys.get(name)?.includes('user_id') && !(name in WITHOUT))
    expect(wrong).toEqual([])
    expect(Object.keys(WITHOUT).filter((name) => !made.includes(name))).toEqual([])
  })

  it('is found by following its keys', async () => {
    const people = await tablesOfPeople()
    for (const name of ['user_sessions', 'grants', 'access_tokens', 'forwarded_mails', 'replies', 'told_levels']) expect(people).toContain(name)
    for (const name of ['companies', 'apps', 'events', 'signing_keys']) expect(people).not.toContain(name)
  })
})

/** Statements in which a table of people stands twice, by a piece of their text: in each the rows are of one person, or apart. */
const OF_ONE = [
  'EXISTS (SELECT FROM verification_sessions WHERE status::text', // two questions, each a yes or no
  'INSERT INTO user_sessions', // the last log-in of the same person
  'UPDATE user_sessions s SET last_seen_at', // the same session
  'UPDATE document_recoveries SET told_at', // the same waiting
  'SELECT shard, alias_index FROM subjects WHERE shard = $6', // the same alias
  'UPDATE session_visits v SET session_hash', // a browser's session, and the one after it
  'o.user_id = b.user_id', // aliases of one person
  'UPDATE test_mails SET queued_at', // the same test
  'UPDATE alias_senders SET dropped', // the same alias
  'DELETE FROM alias_senders WHERE shard = $3', // the same alias
  'SELECT shard, user_id FROM subjects WHERE app_id = $1 AND sub_index = $2', // the one person whom a pseudonym or an alias names
  'INSERT INTO replies (shard, user_id', // a person's own, to count them
  'FROM asked JOIN family ON family.shard = asked.shard AND family.id = asked.grant_id', // many exchanges at once, each by itself
  'JOIN user_sessions se ON se.shard = basis.shard AND se.id_hash = $3', // the same session
  'SELECT shard, id, bounced_at FROM outgoing_mails WHERE', // the same mail
  'WITH before AS (SELECT granted_scopes FROM grants', // the same consent
  'SELECT t.user_id, t.app_id FROM forwarded_mails f', // the same mail
  'SELECT u.shard, u.id, w.held FROM waiting w', // each by themselves
  'SELECT w.company_id, w.id, w.kind, CASE WHEN c.suspended_at', // deliveries of one company's address, to count them
  'DELETE FROM outgoing_signals WHERE ctid', // what was told, each by itself
  'SELECT shard, id, request_sealed FROM wallet_requests', // the same question
  'JOIN access_tokens t ON t.shard = asked.shard AND t.token_hash = as', // what apps revoke, each by itself
]

const STATEMENT = /`[^`]*\b(?:FROM|JOIN|UPDATE|INTO)\b[^`]*`/g
/** `UPDATE … WHERE id = ANY(ARRAY(SELECT id FROM …`: which rows it takes; each by itself. */
const WHICH = /(?:\b(\w+) (?:= ANY\(ARRAY\(|IN \(|= \()\s*SELECT (?:\w+\.)?\1|\(shard, id\) IN \(\s*SELECT (?:\w\.)?shard, (?:\w\.)?id) FROM \w+/g
const NAMED = /(?:FROM|JOIN|UPDATE|INTO)\s+(?:\$\{versioned\('(\w+)'\)\}|(\w+))/g

async function statements(): Promise<{ file: string; text: string }[]> {
  const files = (await readdir('lib', { recursive: true })).filter((name) => /\.ts$/.test(name) && !/\.test\.ts$|testing\//.test(name))
  const found = await Promise.all(
    files.map(async (file) => ((await readFile(`lib/${file}`, 'utf8')).match(STATEMENT) ?? []).map((text) => ({ file, text }))),
  )
  return found.flat()
}

it('no statement needs two people at once', async () => {
  const people = await tablesOfPeople()
  const all = await statements()
  expect(all.length).toBeGreaterThan(200)
  const twice = all.filter(({ text }) => {
    const names = [...text.replace(WHICH, '').matchAll(NAMED)].map(([, one, other]) => one ?? other ?? '').filter((name) => people.has(name))
    return new Set(names).size < names.length
  })
  expect(twice.filter(({ text }) => !OF_ONE.some((piece) => text.includes(piece))).map(({ file, text }) => `${file}: ${text.slice(0, 200)}`)).toEqual(
    [],
  )
})
