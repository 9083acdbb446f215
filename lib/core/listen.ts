import pg from 'pg'
import { env } from './env'
import { log } from './log'

const RECONNECT_MS = 1000

/**
 * Calls `onNotify` whenever somebody notifies the channel. A lost connection comes back by itself; what was said meanwhile
 * is lost, so this only saves waiting, and whoever listens looks by himself now and then.
 * @returns what ends it
 */
export function listen(channel: string, onNotify: () => void): () => Promise<void> {
  let client: pg.Client | undefined
  let retry: NodeJS.Timeout | undefined
  let isEnding = false

  const again = () => {
    client = undefined
    if (!isEnding) retry = setTimeout(connect, RECONNECT_MS)
  }

  async function connect() {
    const next = new pg.Client({ connectionString: env().DATABASE_URL, keepAlive: true, connectionTimeoutMillis: 4000 })
    client = next
    next.on('notification', onNotify)
    next.on('error', (error) => log.debug({ err: error }, 'listening connection lost'))
    next.once('end', again)
    try {
      await next.connect()
      await next.query(`LISTEN ${channel}`)
    } catch (error) {
      log.debug({ err: error }, 'cannot listen to the database')
      await next.end().catch(() => {})
    }
  }

  void connect()
  return async () => {
    isEnding = true
    clearTimeout(retry)
    await client?.end().catch(() => {})
  }
}
