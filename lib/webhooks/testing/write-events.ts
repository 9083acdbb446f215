import { transaction } from '#lib/core/db'
import { newId } from '#lib/core/random-id'
import { newShard } from '#lib/core/shard'
import { recordEvent } from '#lib/events/record-event'

/**
 * A program for tests: it writes events of one company without a rest, half of them in transactions that are undone, and
 * says of each what became of it. Killed at any moment, it has said nothing false.
 */
const [companyId = ''] = process.argv.slice(2)

class Undone extends Error {}

async function write(): Promise<never> {
  for (;;) {
    const app_id = newId('app')
    const isUndone = Math.random() < 0.5
    const outcome = await transaction(async (tx) => {
      await recordEvent(tx, companyId, newShard(), { type: 'alias.enabled', data: { app_id, sub: 'a' } })
      if (isUndone) throw new Undone()
    }).then(
      () => 'committed',
      (error: unknown) => (error instanceof Undone ? 'undone' : 'unknown'),
    )
    process.stdout.write(`${outcome} ${app_id}\n`)
    if (outcome === 'unknown') await new Promise((resolve) => setTimeout(resolve, 100))
  }
}

await Promise.all([write(), write(), write(), write()])
