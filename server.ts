import cluster from 'node:cluster'
import { EventEmitter } from 'node:events'
import type { Server } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import next from 'next'
import { parseAndValidateFlightRouterState } from 'next/dist/server/app-render/parse-and-validate-flight-router-state.js'
import { closeDatabase } from '#lib/core/db'
import { type Env, env } from '#lib/core/env'
import { log, takeOverConsole } from '#lib/core/log'
import { readBuildSettings } from '#lib/http/build-settings'
import { startFrontServer } from '#lib/http/front-server'
import { lookAtPrimaries } from '#lib/jobs/look-at-primaries'
import { runRegularly } from '#lib/jobs/run-regularly'
import { setUpMetrics } from '#lib/ops/metrics-text'
import { startOpsServer } from '#lib/ops/ops-server'
import { markServing, startDraining } from '#lib/ops/readiness'
import { recordStatus } from '#lib/ops/status/record-status'
import { startTracing, stopTracing } from '#lib/ops/tracing/start-tracing'
import { flushRequestLog } from '#lib/request-log/recorder'
import { requireKnownKeys } from '#lib/rewrap/require-known-keys'

/** After draining: ten seconds for running requests, and some for what is behind them. */
const LAST_MS = 13_000

/** Three times in a minute, so that a start within one leaves no gap. */
const NOTED_EVERY_SECONDS = 20

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

/** Nothing that hangs, a query or a page, keeps a process that was told to go. */
function onceStopped(stop: () => Promise<void>, lastMs = LAST_MS) {
  let stopping = false
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, async () => {
      if (stopping) return
      stopping = true
      setTimeout(() => process.exit(0), env().DRAIN_SECONDS * 1000 + lastMs)
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
        // One whose event loop hangs does not end itself.
        setTimeout(() => worker.process.kill('SIGKILL'), env().DRAIN_SECONDS * 1000 + LAST_MS + 1000)
        return gone
      }),
    )
  }, LAST_MS + 2000)
}

async function serve(settings: Env) {
  takeOverConsole()
  await startTracing('web')
  if (cluster.isWorker) setUpMetrics()
  process.env.NEXTAUTH_URL ??= settings.BASE_URL
  // As the server that Next writes for `output: 'standalone'`: its settings are the build's, and next.config.mjs is not looked for.
  process.env.__NEXT_PRIVATE_STANDALONE_CONFIG ??= JSON.stringify(readBuildSettings())
  // Next listens for upgrades on the server it is given, or else on whichever its first request came by. This one has none.
  const httpServer = new EventEmitter() as Server
  const pages = next({ dev: false, hostname: settings.HOST, port: settings.PORT, httpServer })
  await pages.prepare()
  const stop = await startFrontServer({ answer: pages.getRequestHandler(), readRouterState: parseAndValidateFlightRouterState })
  markServing()
  if (cluster.isPrimary) await startOpsServer()
  log.info({ baseUrl: settings.BASE_URL, pid: process.pid }, 'web process ready')
  const stopping = new AbortController()
  const status = { name: 'status', everySeconds: NOTED_EVERY_SECONDS, work: recordStatus }
  const noting = runRegularly([status, ...lookAtPrimaries()], stopping.signal)
  onceStopped(async () => {
    startDraining()
    stopping.abort()
    // Long enough for load balancers to notice; requests are answered as before.
    await pause(settings.DRAIN_SECONDS * 1000)
    await stop()
    await pages.close()
    await flushRequestLog()
    await noting
    await closeDatabase()
    await stopTracing()
  })
}

const settings = await readSettings()
if (settings.WEB_PROCESSES > 1 && cluster.isPrimary) await superviseProcesses(settings.WEB_PROCESSES)
else await serve(settings)
