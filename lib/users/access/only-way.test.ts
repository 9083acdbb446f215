import { readdir, readFile } from 'node:fs/promises'
import { afterAll, expect, it } from 'vitest'
import { closeDatabase, withDatabase } from '#lib/core/db'

afterAll(closeDatabase)

/** Where credentials may be written: by functions that take an `AccessChange`, which only `changeAccess` makes. */
const STORES = ['lib/users/access/store.ts', 'lib/companies/access/store.ts']

const WRITES = [
  /\b(?:passkey|totp|recoveryCode)\.(?:create|update|upsert|delete)\w*\((?:(?!\n\n)[^;])*/g,
  /\b(?:INSERT INTO|UPDATE|DELETE FROM)\s+(?:passkeys|totps|recovery_codes)\b[^;`]*/g,
  /\b(?:user|staffMember)\.(?:update|upsert)\w*\((?:(?!\n\n)[^;])*?\b(?:passwordHash|email(?:Index|Sealed)?)\b/g,
  /\bUPDATE\s+(?:users|staff_members)\b[^;`]*?\b(?:password_hash|email(?:_index|_sealed)?)\s*=[^;`]*/g,
]

/** Writes to these tables that change nobody's way in. */
const HARMLESS = [
  /SET email_index = \$2, email_sealed = \$3, master_key_id = \$4 WHERE id = \$1/, // the address that stood in clear, sealed
  /SET counter = \$\{counter\}, last_used_at/, // a passkey was used
  /data: \{ lastTimeStep: timeStep \}/, // a one-time code was used
  /recoveryCode\.deleteMany\(\{ where: \{ userId, codeHash \} \}\)/, // a recovery code was used
  /INSERT INTO totps AS t [^`]*WHERE t\.confirmed_at IS NULL/, // begun, and worth nothing until it is confirmed
]

async function sources(): Promise<string[]> {
  const folders = await Promise.all(
    ['app', 'lib'].map(async (folder) => (await readdir(folder, { recursive: true })).map((name) => `${folder}/${name}`)),
  )
  return folders.flat().filter((file) => /\.tsx?$/.test(file) && !/\.test\.ts$|\/testing\//.test(file))
}

it('credentials are written by functions that end what was open, and by nothing else', async () => {
  const found: string[] = []
  for (const file of await sources()) {
    const text = await readFile(file, 'utf8')
    const writes = WRITES.flatMap((pattern) => text.match(pattern) ?? []).filter((write) => !HARMLESS.some((pattern) => pattern.test(write)))
    if (writes.length > 0) found.push(file)
  }
  expect(found.sort()).toEqual([...STORES].sort())
  for (const file of STORES) {
    const functions = (await readFile(file, 'utf8')).split(/^export /m).slice(1)
    const writers = functions.filter((text) => WRITES.some((pattern) => new RegExp(pattern).test(text)))
    expect(writers.length).toBeGreaterThan(0)
    for (const writer of writers) expect(writer).toMatch(/\(\s*change: (?:Staff)?AccessChange,/)
  }
})

/** What is opened for a person or a member by a secret, and what becomes of it when the way in changes. */
const OPENINGS: Record<string, string> = {
  mail_links: 'ends',
  passkey_challenges: 'ends',
  pending_log_ins: 'ends',
  staff_sessions: 'ends',
  staff_tokens: 'ends',
  user_sessions: 'ends',
  address_undos: 'stays: with it the owner takes the account back from whoever changed everything else',
  verification_sessions: 'stays: a company opened it, and it serves whoever is logged in',
}

it('whatever is opened by a secret for somebody either ends with a change or says why not', async () => {
  const rows = await withDatabase(
    (db) => db.$queryRaw<{ name: string }[]>`
      SELECT table_name AS name FROM information_schema.columns
      WHERE table_schema = 'public' GROUP BY table_name
      HAVING bool_or(column_name IN ('user_id', 'staff_id')) AND bool_or(column_name = 'expires_at') AND bool_or(column_name LIKE '%_hash')`,
  )
  const tables = rows.map(({ name }) => name)
  expect(tables.filter((name) => !(name in OPENINGS))).toEqual([])
  const ending = await Promise.all(STORES.map((file) => readFile(file, 'utf8')))
  for (const name of tables.filter((table) => OPENINGS[table] === 'ends')) {
    const model = name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase()).replace(/s$/, '')
    expect(ending.join()).toContain(`change.${model}.deleteMany(`)
  }
})
