import { readdir, readFile } from 'node:fs/promises'
import { expect, it } from 'vitest'

const HOME = 'lib/grants/end-grants-store.ts'

/** Statements elsewhere that write grants or take away what grants hang on, by a piece of their text, and why none of them is an ending. */
const NO_ENDING: Record<string, string> = {
  'INSERT INTO grants AS g': 'an answer on the consent screen; what it takes back is ended by end-grants',
  'released AS (': 'an app used what it has',
  'UPDATE grants SET id = $2': 'a consent of before shards gets an id that says where it is',
  'WHERE email_confirmed_at IS NULL AND created_at <': 'registrations that nobody ever logged in to',
  'tx.user.deleteMany({ where: { shard: shardOf(id), id, emailConfirmedAt: null':
    'the same, when somebody registers anew or the owner of its address says that it is not theirs',
  'tx.user.delete({ where: { shard_id': 'erasure, after it ended the grants',
}

const WRITES =
  /`[^`]*\b(?:DELETE FROM (?:grants|subjects|users|apps)|UPDATE (?:ONLY )?(?:grants|\$\{\w+\}grants)|INTO grants|MERGE INTO grants)\b[^`]*`|\w+\.(?:grant|subject|user|app)\.(?:delete|deleteMany)\([^\n]*|\w+\.grant\.(?:update|updateMany|upsert|create)\w*\([^\n]*/g

it('a grant ends, narrows and is suspended in one place', async () => {
  const found: string[] = []
  const excused = new Set<string>()
  for (const folder of ['lib', 'app']) {
    for (const name of await readdir(folder, { recursive: true })) {
      const file = `${folder}/${name}`
      if (!/\.tsx?$/.test(file) || /\.test\.ts$|\/testing\//.test(file) || file === HOME) continue
      for (const [statement] of (await readFile(file, 'utf8')).matchAll(WRITES)) {
        const piece = Object.keys(NO_ENDING).find((text) => statement.includes(text))
        if (piece) excused.add(piece)
        else found.push(`${file}: ${statement}`)
      }
    }
  }
  expect(found).toEqual([])
  expect([...excused].sort()).toEqual(Object.keys(NO_ENDING).sort())
})

it('nobody but end-grants asks its store', async () => {
  const askers: string[] = []
  for (const name of await readdir('lib', { recursive: true })) {
    if (name.endsWith('.ts') && /from '[^']*\bend-grants-store'/.test(await readFile(`lib/${name}`, 'utf8'))) askers.push(name)
  }
  expect(askers).toEqual(['grants/end-grants.ts'])
})
