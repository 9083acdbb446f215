import { closeDatabase } from '#lib/core/db'
import { type Env, env } from '#lib/core/env'
import { log } from '#lib/core/log'
import { deliverDueMails } from '#lib/mail/deliver-outgoing'
import { Deliverer } from '#lib/relay/deliver/deliverer'
import { expireMails } from '#lib/relay/expire-mails'
import { destroyDueAccounts, purgeExpiredAccountRows } from '#lib/users/account/destroy-due-accounts'

/** The worker process: what nobody waits for. Any number of identical ones may run. */
const PAUSE_MS = 1000
/** In rounds of that length. */
const PURGE_EVERY = 60

let settings: Env
try {
  settings = env()
} catch (error) {
  console.error(`Signet cannot start:\n${(error as Error).message}`)
  process.exit(1)
}

let rounds = 0
let stopping = false
let wake: () => void = () => {}
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    stopping = true
    wake()
  })
}

const deliverer = new Deliverer()
log.info({ smtp: settings.SMTP_URL !== undefined }, 'worker ready')
while (!stopping) {
  await deliverDueMails().catch((error: unknown) => log.error({ err: error }, 'mail delivery failed'))
  await destroyDueAccounts().catch((error: unknown) => log.error({ err: error }, 'account deletion failed'))
  if (rounds++ % PURGE_EVERY === 0) {
    await purgeExpiredAccountRows().catch((error: unknown) => log.error({ err: error }, 'purge failed'))
    await expireMails().catch((error: unknown) => log.error({ err: error }, 'purge of forwarded mail failed'))
  }
  await new Promise<void>((resolve) => {
    const pause = setTimeout(resolve, PAUSE_MS)
    wake = () => {
      clearTimeout(pause)
      resolve()
    }
  })
}
await deliverer.stop()
await closeDatabase()
