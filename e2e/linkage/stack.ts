import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { log } from '#lib/core/log'
import { type Receiver, startReceiver } from '#lib/relay/receive/receiver'
import { fakeDns } from '#lib/relay/testing/fake-dns'
import { useOwnDatabase as moveToOwnDatabase } from '#lib/relay/testing/own-database'
import { Sink } from '#lib/relay/testing/sink'
import { type OwnServer, startOwnServer } from '../fixtures/own-server'

/** The whole service on a database of its own, with a mail server behind it that is ours to look into. */
export type Stack = { server: string; mailPort: number; sink: Sink; stop: () => Promise<void> }

const MANY = '1000000'

/** To be called before anything else in this process reads the environment. */
export async function startStack(): Promise<Stack> {
  log.level = 'error'
  await moveToOwnDatabase()
  const sink = await Sink.start()
  // The walk is in a hurry, as nobody is.
  Object.assign(process.env, {
    SMTP_URL: sink.url,
    SMTP_LISTEN: '127.0.0.1:0',
    API_RATE_PER_KEY: MANY,
    API_RATE_PER_COMPANY: MANY,
    LOG_LEVEL: 'error',
  })
  const server: OwnServer = await startOwnServer({})
  Object.assign(process.env, { BASE_URL: server.url, NEXTAUTH_URL: server.url })
  const worker: ChildProcess = spawn(process.execPath, ['dist/worker.mjs'], { env: { ...process.env, NODE_ENV: 'production' }, stdio: 'ignore' })
  const receiver: Receiver = await startReceiver({ resolver: fakeDns({}) })
  return {
    server: server.url,
    mailPort: receiver.port,
    sink,
    stop: async () => {
      worker.kill('SIGTERM')
      await Promise.all([once(worker, 'exit'), receiver.close(), server.stop()])
      await sink.close()
    },
  }
}
