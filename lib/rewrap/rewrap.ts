import { currentKey } from '#lib/core/keyring'
import { openWithMasterKey, sealWithMasterKey } from '#lib/core/sealed'
import { findSealedUnderOthers, replaceSealed, SEALED, type SealedColumn } from './store'

export type Rewrapped = { table: string; rewrapped: number; left: number }

/**
 * Seals everything that is under an older master key under the current one. What people's own keys seal stays as it is:
 * only their keys are wrapped again. Running processes may go on; a row that changes meanwhile is met the next time.
 */
export async function rewrap(): Promise<Rewrapped[]> {
  const results: Rewrapped[] = []
  for (const place of SEALED) results.push(await rewrapTable(place))
  return results
}

async function rewrapTable(place: SealedColumn): Promise<Rewrapped> {
  const { id } = currentKey('wrap')
  const result = { table: place.table, rewrapped: 0, left: 0 }
  let rows = await findSealedUnderOthers(place, '', id)
  while (rows.length > 0) {
    for (const row of rows) {
      const outcome = await rewrapRow(place, row)
      result[outcome]++
    }
    rows = await findSealedUnderOthers(place, rows.at(-1)?.key ?? '', id)
  }
  return result
}

async function rewrapRow(place: SealedColumn, row: Awaited<ReturnType<typeof findSealedUnderOthers>>[number]) {
  const where = { table: place.table, row: row.key, column: place.column }
  let plain: Buffer
  try {
    plain = openWithMasterKey(row.sealed, row.master_key_id, where)
  } catch {
    return 'left'
  }
  const { sealed, masterKeyId } = sealWithMasterKey(plain, where)
  return (await replaceSealed(place, row, sealed, masterKeyId)) ? 'rewrapped' : 'left'
}
