import cluster from 'node:cluster'
import next from 'next'
import { closeDatabase } from '#lib/core/db'
import { type Env, env } from '#lib/core/env'
import { log, takeOverConsole } from '#lib/core/log'
import { startFrontServer } from '#lib/http/front-server'

/** The web process: endpoints and pages. Any number of identical ones may run, `WEB_PROCESSES` of them on this host. */
function readSettings(): Env {
  try {
    return env()
  } catch (error) {
    console.error(`Signet cannot start:\n${(error as Error).message}`)
    process.exit(1)
  }
}

function onceStopped(stop: () => Promise<void>) {
  let stopping = false
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, async () => {
      if (stopping) return
      stopping = true
      await stop()
      process.exit(0)
    })
  }
}

/** Shares one port among several processes; one that dies is replaced. */
function superviseProcesses(count: number) {
  let stopping = false
  for (let i = 0; i < count; i++) cluster.fork()
  cluster.on('exit', (worker, code, signal) => {
    if (stopping) return
    log.error({ pid: worker.process.pid, code, signal }, 'web process died')
    setTimeout(() => stopping || cluster.fork(), 500)
  })
  onceStopped(async () => {
    stopping = true
    const workers = Object.values(cluster.workers ?? {}).filter((worker) => worker !== undefined)
    await Promise.all(
      workers.map((worker) => {
        const gone = new Promise((resolve) => worker.once('exit', resolve))
        worker.process.kill('SIGTERM')
        return gone
      }),
    )
  })
}

async function serve(settings: Env) {
  takeOverConsole()
  process.env.NEXTAUTH_URL ??= settings.BASE_URL
  const pages = next({ dev: false, hostname: settings.HOST, port: settings.PORT })
  await pages.prepare()
  const stop = await startFrontServer(pages.getRequestHandler())
  log.info({ baseUrl: settings.BASE_URL, pid: process.pid }, 'web process ready')
  onceStopped(async () => {
    await stop()
    await pages.close()
    await closeDatabase()
  })
}

const settings = readSettings()
if (settings.WEB_PROCESSES > 1 && cluster.isPrimary) superviseProcesses(settings.WEB_PROCESSES)
else await serve(settings)
