import { sql, statement } from '#lib/core/db'
import { type Shard, shardOfHash, twinOf } from '#lib/core/shard'
import type { AddressBook } from '../addresses/address-book'
import { TABLES } from '../tables'

type Line = { id: string; check_at: Date | null }

/** What tests look at in the list of one realm's addresses. */
export function addressLines({ realm, indexesOf }: AddressBook) {
  const { addresses, owner } = TABLES[realm]
  const find = statement<Line>(`test_line_${realm}`, `SELECT ${owner} AS id, check_at FROM ${addresses} WHERE shard = $1 AND email_index = $2`)
  const age = statement<object>(
    `test_later_${realm}`,
    `UPDATE ${addresses} SET claimed_at = claimed_at - interval '15 minutes', check_at = check_at - interval '15 minutes' WHERE shard = $1 AND email_index = $2`,
  )
  const indexOf = (email: string) => indexesOf(email)[0] as Buffer
  const lineOn = async (email: string, placeOf: (home: Shard) => Shard): Promise<Line | undefined> =>
    (await sql.query(find, [placeOf(shardOfHash(indexOf(email))), indexOf(email)]))[0]
  return {
    /** Whom an address leads to, and when that is looked at again. */
    lineOf: (email: string) => lineOn(email, (home) => home),
    /** Whom its second line leads to. */
    secondOf: async (email: string) => (await lineOn(email, twinOf))?.id,
    /** As if a quarter of an hour had passed. */
    later: (email: string) => sql.query(age, [shardOfHash(indexOf(email)), indexOf(email)]),
  }
}
