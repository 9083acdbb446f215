import { setTimeout as pause } from 'node:timers/promises'
import type { Signet } from './client'
import type { Endpoints, RequestLine } from './endpoints'
import { SignetError } from './errors'

export type LogSettings = { appId?: string; keyId?: string; isFailed?: boolean; signal?: AbortSignal }

const PAUSE_MS = 2000
/** With what it begins. */
const FIRST = 50
/** A line may come this much after others of its time: each process writes its own, a second or two late. */
const LATE_MS = 30_000
/** Asking is a request too, and would be all there is to read. */
const OWN = 'GET /api/v1/log'

type LogQuery = NonNullable<Endpoints['GET /api/v1/log']['query']>

/** The query that asks for these lines. */
export const logQuery = ({ appId, keyId, isFailed }: LogSettings): LogQuery =>
  Object.fromEntries(
    Object.entries({ app_id: appId, api_key_id: keyId, failed: isFailed ? 'true' : undefined }).filter(([, value]) => value !== undefined),
  )

/** The newest requests of your apps and keys, the oldest of them first, and then each as it comes, for as long as you read. */
export async function* followLog(signet: Signet, settings: LogSettings = {}): AsyncGenerator<RequestLine, void> {
  const { signal } = settings
  const seen = new Map<string, number>()
  let newest: number | null = null
  while (!signal?.aborted) {
    const since: number = newest === null ? Number.NEGATIVE_INFINITY : newest - LATE_MS
    const fresh = await readSince(signet, settings, since, newest === null ? FIRST : Number.POSITIVE_INFINITY, seen)
    for (const line of fresh) {
      const at = Date.parse(line.created_at)
      newest = Math.max(newest ?? at, at)
      seen.set(line.request_id, at)
      if (line.endpoint !== OWN) yield line
    }
    newest ??= Date.now()
    for (const [id, at] of seen) if (at < newest - 2 * LATE_MS) seen.delete(id)
    await pause(PAUSE_MS, undefined, { signal }).catch(() => {})
  }
}

/** Lines that were not seen, the oldest first; none while Signet cannot be reached. @throws SignetError for what is refused for good */
async function readSince(
  signet: Signet,
  settings: LogSettings,
  since: number,
  most: number,
  seen: ReadonlyMap<string, number>,
): Promise<RequestLine[]> {
  const lines: RequestLine[] = []
  try {
    for await (const line of signet.list('GET /api/v1/log', { query: logQuery(settings), signal: settings.signal })) {
      if (lines.length >= most || Date.parse(line.created_at) < since) break
      if (!seen.has(line.request_id)) lines.push(line)
    }
  } catch (fault) {
    const isOver = fault instanceof SignetError && fault.status !== 0 && fault.status < 500
    if (isOver) throw fault
    if (settings.signal?.aborted || fault instanceof SignetError) return []
    throw fault
  }
  return lines.reverse()
}
