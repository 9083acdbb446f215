import { expect, it } from 'vitest'
import { sql, statement } from '#lib/core/db'
import { EVERYTHING } from './export-store'
import { personRelations } from './testing/person-relations'

/** What points at a person and is not part of what they take with them, and why. */
const NOT_EXPORTED: Record<string, string> = {
  'AddressUndo.userId': 'while there is one nothing is exported: whoever asks might not be the owner',
  'DemoPerson.userId': 'somebody who does not exist: what is sealed there their company reads already',
  'EmailEntry.userId': 'a fingerprint of the address, which is taken along from their row',
  'DocumentFingerprint.userId': 'is counted there, from shards of their own: countDocumentsOf',
  'PasskeyChallenge.userId': 'a random number that lives for minutes and tells nothing',
  'VerificationSession.userId': 'is exported, and on shards of its own: findSessionsOf',
  'VerificationSession.expectedUserId': 'the same',
  'SessionVisit.userId': 'a random name of a session, which the history tells of where it counts',
}

/** What points at a person and does not fall with their row, and why that is right or what takes it away. */
const NOT_FALLING: Record<string, string> = {
  'VerificationSession.userId': 'verdicts that a company asked for stay for twelve months, of nobody: forgetPersonIn takes their person away',
  'VerificationSession.expectedUserId': 'the same, before anybody came',
  'EmailEntry.userId': 'on the shard of the address: it leads to nobody then, and goes with that',
  'DocumentFingerprint.userId': 'on the shard of the document: forgetDocumentsOf takes it away',
  'PasskeyChallenge.userId': 'erasePerson deletes it by name',
}

const nameOf = ({ model, column }: { model: string; column: string }) => `${model}.${column}`

it('reads every relation of the schema', async () => {
  const { found } = (
    await sql.query(
      statement<{ found: number }>(
        'test_person_keys',
        `SELECT count(*)::int AS found FROM pg_constraint WHERE contype = 'f' AND confrelid = 'users'::regclass AND connamespace = 'public'::regnamespace`,
      ),
      [],
    )
  )[0] as { found: number }
  expect((await personRelations()).filter(({ field }) => field !== null)).toHaveLength(found)
  expect(found).toBeGreaterThanOrEqual(14)
})

it('the export holds every relation of a person, or leaves it out for a reason', async () => {
  const held = [...Object.keys(EVERYTHING), ...Object.keys(EVERYTHING._count.select)]
  const missing = (await personRelations()).filter(({ field }) => field === null || !held.includes(field))
  expect(missing.map(nameOf).sort()).toEqual(Object.keys(NOT_EXPORTED).sort())
})

it('every relation falls with its person, or is taken away or kept for a reason', async () => {
  const staying = (await personRelations()).filter(({ falls }) => !falls)
  expect(staying.map(nameOf).sort()).toEqual(Object.keys(NOT_FALLING).sort())
})
