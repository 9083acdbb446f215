import { readdir, readFile } from 'node:fs/promises'
import { afterAll, expect, it } from 'vitest'
import { closeDatabase, withDatabase } from '#lib/core/db'
import { TABLES } from '../tables'
import { ENDING } from './store'

afterAll(closeDatabase)

/** Where credentials may be written: by functions that take an `AccessChange`, which only `changeAccess` makes. */
const STORE = 'lib/accounts/credentials/store.ts'

const TABLE = String.raw`(?:passkeys|totps|recovery_codes|staff_passkeys|staff_totps|staff_recovery_codes|\$\{(?:passkeys|totps|recoveryCodes)\})`
const ACCOUNTS = String.raw`(?:users|staff_members|\$\{accounts\})`

const WRITES = [
  /\b(?:passkey|totp|recoveryCode|staffPasskey|staffTotp|staffRecoveryCode)\.(?:create|update|upsert|delete)\w*\((?:(?!\n\n)[^;])*/g,
  new RegExp(String.raw`\b(?:INSERT INTO|UPDATE|DELETE FROM)\s+${TABLE}[^;\x60]*`, 'g'),
  /\b(?:user|staffMember)\.(?:update|upsert)\w*\((?:(?!\n\n)[^;])*?\b(?:passwordHash|email(?:Index|Sealed)?)\b/g,
  new RegExp(String.raw`\bUPDATE\s+${ACCOUNTS}[^;\x60]*?\b(?:password_hash|email(?:_index|_sealed)?)\s*=[^;\x60]*`, 'g'),
]

/** Writes to these tables that change nobody's way in. */
const HARMLESS = [
  /SET email_index = \$2, email_sealed = \$3, master_key_id = \$4 WHERE shard = \$5 AND id = \$1/, // the address that stood in clear, sealed
  /SET shard = \$2, id = \$3, former_id = \$1, email_sealed = \$4/, // what a member of before has, sealed under their new id
  /UPDATE staff_totps SET secret_sealed = \$3 WHERE/, // the same
  /SET counter = \$\{counterOf\[realm\]\}, last_used_at/, // a passkey was used
  /SET last_time_step = \$2 WHERE/, // a one-time code was used
  /DELETE FROM \$\{recoveryCodes\} WHERE shard = \$3 AND \$\{owner\} = \$1 AND code_hash = \$2/, // a recovery code was used
  /INSERT INTO totps \(shard, user_id, secret_sealed, confirmed_at\)/, // of a demo person who is made this moment
  /INSERT INTO \$\{totps\} AS t [^`]*WHERE t\.confirmed_at IS NULL/, // begun, and worth nothing until it is confirmed
]

const isWrite = (text: string) =>
  WRITES.flatMap((pattern) => text.match(pattern) ?? []).some((write) => !HARMLESS.some((pattern) => pattern.test(write)))

async function sources(): Promise<string[]> {
  const folders = await Promise.all(
    ['app', 'lib'].map(async (folder) => (await readdir(folder, { recursive: true })).map((name) => `${folder}/${name}`)),
  )
  return folders.flat().filter((file) => /\.tsx?$/.test(file) && !/\.test\.ts$|\/testing\//.test(file))
}

it('credentials are written in one place, by functions that end what was open', async () => {
  const found: string[] = []
  for (const file of await sources()) if (isWrite(await readFile(file, 'utf8'))) found.push(file)
  expect(found).toEqual([STORE])
  const text = await readFile(STORE, 'utf8')
  const parts = text.split(/^(?=export |const |type |\/\*\*)/m)
  const writing = parts.filter(isWrite)
  const statements = writing.flatMap((part) => part.match(/^const (\w+)/)?.[1] ?? [])
  expect(writing.length).toBeGreaterThan(5)
  for (const part of parts.filter((one) => /^export /.test(one))) {
    const uses = isWrite(part) || statements.some((name) => part.includes(`${name}[`))
    if (uses) expect(part).toMatch(/\(\s*change: AccessChange,/)
  }
})

/** What is opened for a person or a member by a secret, and outlives a change of the way in. */
const STAYING: Record<string, string> = {
  address_undos: 'with it the owner takes the account back from whoever changed everything else',
  verification_sessions: 'a company opened it, and it serves whoever is logged in',
  document_recoveries: 'whoever lost both waits for it through a new password by mail; a veto and every log-in with all that it takes end it',
  alias_senders: 'the hash finds a sender of mail and opens nothing',
  reverse_addresses: 'mail to it counts from the address that the account has now, and from no other',
}

it('whatever is opened by a secret for somebody either ends with a change or says why not', async () => {
  const rows = await withDatabase(
    (db) => db.$queryRaw<{ name: string }[]>`
      SELECT table_name AS name FROM information_schema.columns
      WHERE table_schema = 'public' GROUP BY table_name
      HAVING bool_or(column_name IN ('user_id', 'staff_id')) AND bool_or(column_name = 'expires_at') AND bool_or(column_name LIKE '%_hash')`,
  )
  const ending = Object.values(TABLES).flatMap((tables) => ENDING.map((what): string => tables[what]))
  expect(rows.map(({ name }) => name).sort()).toEqual([...ending, ...Object.keys(STAYING)].sort())
})
