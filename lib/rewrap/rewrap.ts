import { onEachPrimary } from '#lib/core/db'
import { currentKey } from '#lib/core/keyring'
import { openWithMasterKey, sealWithMasterKey } from '#lib/core/sealed'
import { findSealedUnderOthers, replaceSealed, SEALED, type SealedRow, type SealedTable } from './store'

export type Rewrapped = { table: string; rewrapped: number; left: number }

/**
 * Seals everything that is under an older master key under the current one. What people's own keys seal stays as it is:
 * only their keys are wrapped again. Running processes may go on; a row that changes meanwhile is met the next time. Primaries are
 * gone through one beside the other; one that is away is what fails, once the others are done.
 */
export async function rewrap(): Promise<Rewrapped[]> {
  const results: Rewrapped[] = []
  for (const place of SEALED.filter(({ isAlike }) => isAlike)) results.push(await rewrapTable(place))
  const ofEach = await onEachPrimary(async () => {
    const here: Rewrapped[] = []
    for (const place of SEALED.filter(({ isAlike }) => !isAlike)) here.push(await rewrapTable(place))
    return here
  })
  return [...results, ...added(ofEach.flat())]
}

function added(all: Rewrapped[]): Rewrapped[] {
  const sums = new Map<string, Rewrapped>()
  for (const { table, rewrapped, left } of all) {
    const sum = sums.get(table)
    sums.set(table, { table, rewrapped: rewrapped + (sum?.rewrapped ?? 0), left: left + (sum?.left ?? 0) })
  }
  return [...sums.values()]
}

async function rewrapTable(place: SealedTable): Promise<Rewrapped> {
  const { id } = currentKey('wrap')
  const result = { table: place.table, rewrapped: 0, left: 0 }
  let rows = await findSealedUnderOthers(place, '', id)
  while (rows.length > 0) {
    for (const row of rows) result[await rewrapRow(place, row, id)]++
    rows = await findSealedUnderOthers(place, rows.at(-1)?.key ?? '', id)
  }
  return result
}

async function rewrapRow(place: SealedTable, row: SealedRow, currentId: string): Promise<'rewrapped' | 'left'> {
  const sealed = row.sealed.map((value, index) => {
    // Nothing to keep: never set, or destroyed.
    if (value === null || value.length === 0) return value
    const where = { table: place.sealedFor ?? place.table, row: row.key, column: place.columns[index] as string }
    return resealed(value, row.master_key_id, where)
  })
  if (sealed.includes(undefined)) return 'left'
  return (await replaceSealed(place, row, sealed as (Buffer | null)[], currentId)) ? 'rewrapped' : 'left'
}

function resealed(value: Buffer, masterKeyId: string, where: Parameters<typeof sealWithMasterKey>[1]): Buffer | undefined {
  try {
    return sealWithMasterKey(openWithMasterKey(value, masterKeyId, where), where).sealed
  } catch {
    return undefined
  }
}
