import { readdirSync, readFileSync } from 'node:fs'
import { afterAll, describe, expect, it } from 'vitest'
import { closeDatabase, withDatabase } from '#lib/core/db'
import { MAY_SPAN, NOT_YET, PARTS } from './testing/statements-without-shard'

afterAll(closeDatabase)

/** Tables with a shard, and their keys, as Postgres has them. */
const keys = () =>
  withDatabase(
    (db) => db.$queryRaw<{ name: string; key: string; first: string; isUnique: boolean }[]>`
      SELECT c.relname AS name, k.relname AS key, a.attname AS first, i.indisunique AS "isUnique"
      FROM pg_index i JOIN pg_class c ON c.oid = i.indrelid JOIN pg_class k ON k.oid = i.indexrelid
      JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum = i.indkey[0]
      WHERE EXISTS (SELECT FROM pg_attribute s WHERE s.attrelid = c.oid AND s.attname = 'shard') AND c.relnamespace = 'public'::regnamespace`,
  )

const foreignKeys = () =>
  withDatabase(
    (db) => db.$queryRaw<{ child: string; parent: string; first: string; firstOfParent: string }[]>`
      SELECT conrelid::regclass::text AS child, confrelid::regclass::text AS parent, a.attname AS first, p.attname AS "firstOfParent"
      FROM pg_constraint JOIN pg_attribute a ON a.attrelid = conrelid AND a.attnum = conkey[1]
      JOIN pg_attribute p ON p.attrelid = confrelid AND p.attnum = confkey[1]
      WHERE contype = 'f'`,
  )

const shardedTables = async () => new Set((await keys()).map(({ name }) => name))

/** Keys that are unique over all people, each until what asks for it says where. */
const UNIQUE_EVERYWHERE: Record<string, string> = {
  audit_events_position_key: 'a place ends in its shard, so one that is given out once there is given out once',
  subjects_alias_index_key: 'an alias names one shard, so one that is given out once there is given out once',
  users_id_key: 'an id names one shard and is only ever written there',
}

describe('a table with a shard', () => {
  it('has it first in every unique key, unless the key is for all people and says why', async () => {
    const others = (await keys()).filter(({ isUnique, first }) => isUnique && first !== 'shard').map(({ key }) => key)
    expect(others.sort()).toEqual(Object.keys(UNIQUE_EVERYWHERE).sort())
  })

  it('has it first in no other index, or a plan that was made while the table was small would read the whole shard when it is large', async () => {
    expect((await keys()).filter(({ isUnique, first }) => !isUnique && first === 'shard').map(({ key }) => key)).toEqual([])
  })

  it('has it first in every key that refers to another such table', async () => {
    const sharded = await shardedTables()
    const crossing = (await foreignKeys()).filter(
      ({ child, parent, first, firstOfParent }) => sharded.has(child) && sharded.has(parent) && !(first === 'shard' && firstOfParent === 'shard'),
    )
    expect(crossing).toEqual([])
  })

  it('is what a token leads to, and all that its answer is made of', async () => {
    const sharded = await shardedTables()
    for (const name of ['users', 'user_sessions', 'session_visits', 'subjects', 'grants', 'verified_claims']) expect(sharded).toContain(name)
    for (const name of ['consent_receipts', 'activity_events', 'mail_links', 'passkeys', 'totps', 'recovery_codes']) expect(sharded).toContain(name)
    for (const name of ['authorization_codes', 'access_tokens', 'refresh_tokens', 'ended_secrets']) expect(sharded).toContain(name)
  })
})

const files = readdirSync('lib', { recursive: true, encoding: 'utf8' }).filter((name) => /\.ts$/.test(name) && !/\.test\.ts$|testing\//.test(name))

/** What is said before the text of a statement that is asked of one primary at a time. */
const SPANNING = /\bspanning<[^\n`]*>\(\s*(?:'\w+'|`\w+\$\{realm\}`),\s*$/
const STATEMENT = /`[^`]*\b(?:FROM|JOIN|UPDATE|INTO|USING)\b[^`]*`/g
const NAMED =
  /\b(FROM|JOIN|UPDATE|INTO|USING)\s+(?:\$\{versioned\('(\w+)'\)\}|\$\{(\w+)\}|(\w+))(?:\s+(?:AS\s+)?(?!AS\b|WHERE\b|SET\b|ON\b|USING\b|ORDER\b|LIMIT\b|FOR\b|GROUP\b|RETURNING\b|JOIN\b|LEFT\b|CROSS\b|SELECT\b|VALUES\b)(\w+))?/g
/** What templates call the tables of either realm's accounts. */
const OF_REALM: Record<string, string> = {
  accounts: 'users',
  addresses: 'email_directory',
  sessions: 'user_sessions',
  links: 'mail_links',
  pendingLogIns: 'pending_log_ins',
  browsers: 'known_devices',
  totps: 'totps',
  recoveryCodes: 'recovery_codes',
  passkeys: 'passkeys',
  challenges: 'passkey_challenges',
}

/** Where a statement has its shard from: a parameter, or a part of it that has. */
const GIVEN =
  /\bshard\b\s*=\s*(?:ANY\()?\$|\$\{(?:gone|condition|HELD_CLAIMS|MINE)\b|smallint\[\]|\$\d+::smallint|\(shard, [^)]*\)\s*(?:VALUES \(\$|SELECT \$)/

/** The names in a statement of tables with a shard for which it does not say which. */
function silent(text: string, sharded: Set<string>): string[] {
  const isGiven = GIVEN.test(text)
  return [...text.matchAll(NAMED)].flatMap(([whole, , versioned, templated, plain, alias], nth, all) => {
    const name = versioned ?? (templated === undefined ? plain : OF_REALM[templated]) ?? ''
    if (!sharded.has(name)) return []
    const end = all[nth + 1]?.index ?? text.length
    const start = (all[nth]?.index ?? 0) + whole.length
    const says = alias && !/^\d/.test(alias) ? new RegExp(`\\b${alias}\\.shard\\b|\\(shard, `).test(text) : false
    return isGiven && (says || /\bshard\b|\$\{MINE\b/.test(text.slice(start, end))) ? [] : [`${name}${alias ? ` ${alias}` : ''}`]
  })
}

/** Prisma's names of the tables with a shard. */
const MODELS = [...readFileSync('prisma/schema.prisma', 'utf8').matchAll(/^model (\w)(\w+) \{\n(?: {2}\/\/\/.*\n)* {2}shard /gm)].map(
  ([, first = '', rest]) => first.toLowerCase() + rest,
)
const CALL = new RegExp(String.raw`\.(${MODELS.join('|')})\.(?:find|create|update|upsert|delete|count|aggregate)\w*\(`, 'g')

/** The text of a call from its opening parenthesis to its closing one. */
function argumentsAt(text: string, start: number): string {
  let depth = 0
  for (let i = start; i < text.length; i++) {
    if (text[i] === '(') depth++
    if (text[i] === ')' && --depth === 0) return text.slice(start, i + 1)
  }
  return text.slice(start)
}

type Found = { file: string; text: string; names: string[] }

async function withoutShard(): Promise<{ found: Found[]; looked: number }> {
  const sharded = await shardedTables()
  const all = files.flatMap((file): Found[] => {
    const text = readFileSync(`lib/${file}`, 'utf8')
    const statements = [...text.matchAll(STATEMENT)].map(({ 0: statement, index }) => ({
      file,
      text: statement,
      names: SPANNING.test(text.slice(Math.max(0, index - 300), index)) ? [] : silent(statement, sharded),
    }))
    const calls = [...text.matchAll(CALL)].map((call) => {
      const asked = argumentsAt(text, call.index + call[0].length - 1)
      return { file, text: call[0] + asked.slice(1), names: /\bshard\b/.test(asked) ? [] : [call[1] ?? ''] }
    })
    return [...statements, ...calls]
  })
  return { found: all.filter(({ names }) => names.length > 0), looked: all.length }
}

const isIn = (list: Record<string, string>, { file, text }: Found) => Object.keys(list).find((piece) => `${file}: ${text}`.includes(piece))

describe('a statement', () => {
  it('over a table with a shard says which, or is one of those that may go to all of them', async () => {
    const { found, looked } = await withoutShard()
    expect(looked).toBeGreaterThan(250)
    const unexcused = found.filter((one) => ![MAY_SPAN, NOT_YET, PARTS].some((list) => isIn(list, one)))
    expect(unexcused.map(({ file, names, text }) => `${file} (${names.join(', ')}): ${text.slice(0, 300)}`)).toEqual([])
  })

  it('is on a list of exceptions only as long as it is one: the lists get shorter', async () => {
    const { found } = await withoutShard()
    const needed = new Set(found.flatMap((one) => [MAY_SPAN, NOT_YET, PARTS].map((list) => isIn(list, one))))
    expect([MAY_SPAN, NOT_YET, PARTS].flatMap(Object.keys).filter((piece) => !needed.has(piece))).toEqual([])
  })

  it('on a token’s way is no exception', async () => {
    const onTheWay = /^(?:oauth\/(?:token|userinfo|introspection|revocation|authorize|verified-claims)|grants|subjects|session)\//
    const { found } = await withoutShard()
    expect(
      found.filter((one) => onTheWay.test(one.file) && !isIn(MAY_SPAN, one) && !isIn(PARTS, one)).map(({ file, text }) => `${file}: ${text}`),
    ).toEqual([])
  })
})
