import { closeDatabase } from '#lib/core/db'
import { type Env, env } from '#lib/core/env'
import { log } from '#lib/core/log'
import { deliverDueMails } from '#lib/mail/deliver-outgoing'

/** The worker process: what nobody waits for. Any number of identical ones may run. */
const PAUSE_MS = 1000

let settings: Env
try {
  settings = env()
} catch (error) {
  console.error(`Signet cannot start:\n${(error as Error).message}`)
  process.exit(1)
}

let stopping = false
let wake: () => void = () => {}
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    stopping = true
    wake()
  })
}

log.info({ smtp: settings.SMTP_URL !== undefined }, 'worker ready')
while (!stopping) {
  await deliverDueMails().catch((error: unknown) => log.error({ err: error }, 'mail delivery failed'))
  await new Promise<void>((resolve) => {
    const pause = setTimeout(resolve, PAUSE_MS)
    wake = () => {
      clearTimeout(pause)
      resolve()
    }
  })
}
await closeDatabase()
