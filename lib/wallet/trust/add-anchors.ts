import { databaseNow, transaction } from '#lib/core/db'
import { env } from '#lib/core/env'
import { judgeAnchor, NotAnAnchorError, type Offered } from './judge-anchor'
import { type AnchorRow, deleteOthersOf, putAnchor } from './store'

/** Lists certificates, all or none. @returns what is listed now @throws NotAnAnchorError */
export function addAnchors(offered: readonly Offered[]): Promise<AnchorRow[]> {
  return transaction(async (tx) => {
    const now = await databaseNow(tx)
    const rows = offered.map((each) => judgeAnchor(each, env().EMBEDDED, now))
    for (const row of rows) await putAnchor(tx, row)
    return rows
  })
}

export type Imported = {
  added: AnchorRow[] /** Why each that is not an anchor was left out. */
  left: string[] /** Names of what the list held before. */
  removed: string[]
}

/** What a signed list holds takes the place of what it held before; what is no anchor in it is left out, and said. */
export function importAnchors(source: string, offered: readonly Offered[]): Promise<Imported> {
  return transaction(async (tx) => {
    const now = await databaseNow(tx)
    const [added, left]: [AnchorRow[], string[]] = [[], []]
    for (const each of offered) {
      try {
        added.push(judgeAnchor(each, env().EMBEDDED, now))
      } catch (error) {
        if (!(error instanceof NotAnAnchorError)) throw error
        left.push(error.message)
      }
    }
    for (const row of added) await putAnchor(tx, row)
    const kept = added.map(({ fingerprint }) => fingerprint)
    return { added, left, removed: await deleteOthersOf(tx, source, kept) }
  })
}
