import next from 'next'
import { closeDatabase } from '#lib/core/db'
import { type Env, env } from '#lib/core/env'
import { log } from '#lib/core/log'
import { startFrontServer } from '#lib/http/front-server'

/** The web process: endpoints and pages. Any number of identical ones may run. */
let settings: Env
try {
  settings = env()
} catch (error) {
  console.error(`Signet cannot start:\n${(error as Error).message}`)
  process.exit(1)
}

process.env.NEXTAUTH_URL ??= settings.BASE_URL
const pages = next({ dev: false, hostname: settings.HOST, port: settings.PORT })
await pages.prepare()
const stop = await startFrontServer(pages.getRequestHandler())
log.info({ baseUrl: settings.BASE_URL }, 'web process ready')

let stopping = false
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, async () => {
    if (stopping) return
    stopping = true
    await stop()
    await pages.close()
    await closeDatabase()
    process.exit(0)
  })
}
