import { sweepAddresses } from '#lib/accounts/addresses/settle-addresses'
import type { Realm } from '#lib/accounts/realm'
import { TABLES } from '#lib/accounts/tables'
import { removeUnconfirmedCompanies } from '#lib/companies/remove-unconfirmed-companies'
import { onEachPrimary } from '#lib/core/db'
import { pause } from '#lib/jobs/run-regularly'
import { removeUnconfirmedAccounts } from '#lib/users/account/remove-unconfirmed-accounts'
import { BATCH, type Purge, purges } from './store'

/** Rests this many times as long as a batch took, so that the purge never has more than a fifth of one connection. */
const REST = 4

const ALL: readonly Purge[] = [
  ...purges,
  { table: 'users', removeBatch: removeUnconfirmedAccounts },
  { table: 'companies', removeBatch: removeUnconfirmedCompanies },
]

/**
 * Removes everything that is over: what expired, counters that count no more, registrations nobody confirmed. Small
 * batches with rests between them, passing over rows that are in use; any number of processes may do it at once. Each primary
 * is cleared by itself.
 * Used codes and refresh tokens do not expire: they stay with their grant, so that a replay is known as one.
 * @returns rows removed by table, those with none left out
 */
export async function purgeExpired(signal: AbortSignal): Promise<Record<string, number>> {
  const sum: Record<string, number> = {}
  for (const removed of await onEachPrimary(() => purgeHere(signal))) {
    for (const [table, rows] of Object.entries(removed)) sum[table] = (sum[table] ?? 0) + rows
  }
  return sum
}

async function purgeHere(signal: AbortSignal): Promise<Record<string, number>> {
  const removed: Record<string, number> = {}
  for (const { table, removeBatch } of ALL) {
    let last = BATCH
    while (last === BATCH && !signal.aborted) {
      const began = performance.now()
      last = await removeBatch()
      if (last > 0) removed[table] = (removed[table] ?? 0) + last
      if (last === BATCH) await pause((performance.now() - began) * REST, signal)
    }
  }
  for (const [realm, { addresses }] of Object.entries(TABLES)) {
    const gone = await sweepAddresses(realm as Realm)
    if (gone > 0) removed[addresses] = gone
  }
  return removed
}
