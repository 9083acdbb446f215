import type { Signet } from '../client'
import type { RequestLine } from '../endpoints'
import { followLog, type LogSettings, logQuery } from '../log'
import { Table } from './table'
import type { Terminal } from './terminal'

const MOST = 50
const COLUMNS = { time: 20, status: 6, endpoint: 32, error: 30, latency: 12, library: 20, 'app or key': 26, 'request id': 26 }

/** `signet log`: what apps and keys asked, a line each, the newest last. */
export async function showLog(
  signet: Signet,
  terminal: Terminal,
  settings: LogSettings,
  { follow, requestId }: { follow: boolean; requestId?: string },
): Promise<void> {
  const table = new Table(terminal, COLUMNS)
  if (follow && requestId === undefined) {
    for await (const line of followLog(signet, settings)) table.add(cellsOf(line))
    return
  }
  const query = requestId === undefined ? { ...logQuery(settings), limit: MOST } : { request_id: requestId }
  const { data } = await signet.request('GET /api/v1/log', { query })
  for (const line of data.toReversed()) table.add(cellsOf(line))
  if (data.length === 0)
    terminal.say(requestId === undefined ? 'There are no such requests of the last 30 days.' : 'No request of yours of the last 30 days has this id.')
}

const cellsOf = ({ created_at, status, endpoint, code, reason, latency, library, request_id, app_id, api_key_id }: RequestLine) => [
  created_at,
  status,
  endpoint,
  [code, reason && `(${reason})`].filter(Boolean).join(' ') || '-',
  latency ?? '-',
  library ?? '-',
  app_id ?? api_key_id ?? '-',
  request_id,
]
