import { log } from '#lib/core/log'
import { countDropped } from './metrics'
import { latencyClass, type Seen } from './seen'
import { type Batch, writeBatch } from './store'

/** Between two statements. What came in between is lost when the process dies: this is sight, not proof. */
const FLUSH_MS = 2000
/** Lines of one turn: of everybody, of one caller, and of one that proved nothing. What is above is counted, and not listed. */
const MOST_LINES = 4000
const MOST_OF_ONE = 100
const MOST_UNPROVEN = 10
/** Kinds of requests that are counted apart in one turn; strangers can name any number of apps. */
const MOST_KINDS = 5000

type Turn = { lines: { seen: Seen; at: number }[]; unlisted: Map<string, { seen: Seen; times: number }>; listed: Map<string, number> }

const newTurn = (): Turn => ({ lines: [], unlisted: new Map(), listed: new Map() })

let turn = newTurn()
let timer: NodeJS.Timeout | undefined
let writing: Promise<void> = Promise.resolve()

/** Notes a request. It costs the request no statement and no wait; a queue that is full forgets. */
export function recordRequest(seen: Seen): void {
  const who = 'clientId' in seen.caller ? seen.caller.clientId : seen.caller.keyId
  const tally = seen.isProven ? who : `?${who}`
  const before = turn.listed.get(tally) ?? 0
  if (turn.lines.length < MOST_LINES && before < (seen.isProven ? MOST_OF_ONE : MOST_UNPROVEN)) {
    turn.listed.set(tally, before + 1)
    turn.lines.push({ seen, at: performance.now() })
  } else countOnly(who, seen)
  timer ??= setTimeout(flushRequestLog, FLUSH_MS).unref()
}

function countOnly(who: string, seen: Seen): void {
  const kind = [who, seen.code, seen.reason, seen.took === null ? null : latencyClass(seen.took)].join('\n')
  const known = turn.unlisted.get(kind)
  if (known) known.times++
  else if (turn.unlisted.size < MOST_KINDS) turn.unlisted.set(kind, { seen, times: 1 })
  else countDropped(1)
}

/** Writes what was noted. Turns follow one another; one that fails is forgotten, so that no queue grows while the database is away. */
export function flushRequestLog(): Promise<void> {
  clearTimeout(timer)
  timer = undefined
  const done = turn
  turn = newTurn()
  if (done.lines.length + done.unlisted.size === 0) return writing
  writing = writing.then(() => write(done))
  return writing
}

async function write({ lines, unlisted }: Turn): Promise<void> {
  const now = performance.now()
  const batch: Batch = [...lines.map(({ seen, at }) => ({ seen, age: now - at, times: 1 })), ...unlisted.values()]
  try {
    await writeBatch(batch)
  } catch (err) {
    countDropped(batch.length)
    log.warn({ err, requests: batch.length }, 'requests were not written to the log')
  }
}
