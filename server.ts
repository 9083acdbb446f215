import cluster from 'node:cluster'
import { setTimeout as pause } from 'node:timers/promises'
import next from 'next'
import { parseAndValidateFlightRouterState } from 'next/dist/server/app-render/parse-and-validate-flight-router-state.js'
import { closeDatabase } from '#lib/core/db'
import { type Env, env } from '#lib/core/env'
import { log, takeOverConsole } from '#lib/core/log'
import { startFrontServer } from '#lib/http/front-server'
import { setUpMetrics } from '#lib/ops/metrics-text'
import { startOpsServer } from '#lib/ops/ops-server'
import { markServing, startDraining } from '#lib/ops/readiness'
import { requireKnownKeys } from '#lib/rewrap/require-known-keys'

/** The web process: endpoints and pages. Any number of identical ones may run, `WEB_PROCESSES` of them on this host. */
async function readSettings(): Promise<Env> {
  try {
    const settings = env()
    // Once for all processes of this host: the others would only say the same.
    if (cluster.isPrimary) await requireKnownKeys()
    return settings
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
async function superviseProcesses(count: number) {
  let stopping = false
  await startOpsServer()
  // Each takes connections from the port itself. Handed on by this process, those on their way to one that dies would
  // hang for as long as their client has patience.
  cluster.schedulingPolicy = cluster.SCHED_NONE
  cluster.once('listening', markServing)
  for (let i = 0; i < count; i++) cluster.fork()
  cluster.on('exit', (worker, code, signal) => {
    if (stopping) return
    log.error({ pid: worker.process.pid, code, signal }, 'web process died')
    setTimeout(() => stopping || cluster.fork(), 500)
  })
  onceStopped(async () => {
    stopping = true
    startDraining()
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
  if (cluster.isWorker) setUpMetrics()
  process.env.NEXTAUTH_URL ??= settings.BASE_URL
  const pages = next({ dev: false, hostname: settings.HOST, port: settings.PORT })
  await pages.prepare()
  const stop = await startFrontServer({ answer: pages.getRequestHandler(), readRouterState: parseAndValidateFlightRouterState })
  markServing()
  if (cluster.isPrimary) await startOpsServer()
  log.info({ baseUrl: settings.BASE_URL, pid: process.pid }, 'web process ready')
  onceStopped(async () => {
    startDraining()
    // Long enough for load balancers to notice; requests are answered as before.
    await pause(settings.DRAIN_SECONDS * 1000)
    await stop()
    await pages.close()
    await closeDatabase()
  })
}

const settings = await readSettings()
if (settings.WEB_PROCESSES > 1 && cluster.isPrimary) await superviseProcesses(settings.WEB_PROCESSES)
else await serve(settings)
