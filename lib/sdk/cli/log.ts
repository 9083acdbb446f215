import type { Signet } from '../client'
import type { RequestLine } from '../endpoints'
import { followLog, type LogSettings, logQuery } from '../log'
import type { Terminal } from './terminal'

const MOST = 50

/** `signet log`: what apps and keys asked, a line each, the newest last. */
export async function showLog(
  signet: Signet,
  { say }: Terminal,
  settings: LogSettings,
  { follow, requestId }: { follow: boolean; requestId?: string },
): Promise<void> {
  if (follow && requestId === undefined) {
    for await (const line of followLog(signet, settings)) say(textOf(line))
    return
  }
  const query = requestId === undefined ? { ...logQuery(settings), limit: MOST } : { request_id: requestId }
  const { data } = await signet.request('GET /api/v1/log', { query })
  for (const line of data.toReversed()) say(textOf(line))
  if (data.length === 0)
    say(requestId === undefined ? 'There are no such requests of the last 30 days.' : 'No request of yours of the last 30 days has this id.')
}

const textOf = ({ created_at, status, endpoint, code, reason, latency, library, request_id, app_id, api_key_id }: RequestLine) =>
  [
    created_at,
    status,
    endpoint,
    [code, reason && `(${reason})`].filter(Boolean).join(' ') || '-',
    latency ?? '-',
    library ?? '-',
    app_id ?? api_key_id,
    request_id,
  ].join('\t')
