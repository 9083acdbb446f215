import { setTimeout as pause } from 'node:timers/promises'
import { closeDatabase } from '#lib/core/db'
import { type Env, env, isMailOff } from '#lib/core/env'
import { log } from '#lib/core/log'
import { startOpsServer } from '#lib/ops/ops-server'
import { markServing, startDraining } from '#lib/ops/readiness'
import { startTracing, stopTracing } from '#lib/ops/tracing/start-tracing'
import { tuneGarbageCollection } from '#lib/relay/garbage-collection'
import { startReceiver } from '#lib/relay/receive/receiver'
import { requireKnownKeys } from '#lib/rewrap/require-known-keys'

tuneGarbageCollection()

/** The smtp process: receives mail for the aliases. Any number of identical ones may run, each at its own address. */
let settings: Env
try {
  settings = env()
  if (isMailOff()) throw new Error('MAIL: is off, so no mail is received; do not run this process')
  await requireKnownKeys()
} catch (error) {
  console.error(`Signet cannot start:\n${(error as Error).message}`)
  process.exit(1)
}

await startTracing('smtp')
const stopOps = await startOpsServer()
try {
  const receiver = await startReceiver()
  markServing()
  log.info({ address: settings.SMTP_LISTEN, domain: settings.ALIAS_DOMAIN }, 'smtp receiver ready')
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, async () => {
      startDraining()
      await pause(settings.DRAIN_SECONDS * 1000)
      await receiver.close()
      await stopOps()
      await closeDatabase()
      await stopTracing()
      process.exit(0)
    })
  }
} catch (error) {
  console.error(`Mail cannot be received at ${settings.SMTP_LISTEN} (${(error as NodeJS.ErrnoException).code}): choose another SMTP_LISTEN.`)
  process.exit(1)
}
