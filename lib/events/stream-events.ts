import type { CompanyActor } from '#lib/companies/schema'
import { ApiError } from '#lib/core/api-error'
import { ifInReach } from './if-in-reach'
import { type EventQuery, filterOf, startOf } from './list-events'
import { watchLog } from './log-watch'
import { placeEvents } from './place-events'
import { presentEvent } from './present-event'
import { type EventFilter, findEvents, findNewest, type LogPlace } from './store'

/** Streams that one company may have open at one process. */
export const MAX_STREAMS = 10
const BEAT_MS = 15_000
/** An answer may take five minutes; the next one goes on where this one ended. */
const LASTS_MS = 240_000
const BATCH = 100
/** How long the answer about a key counts while a batch is sent. */
const FRESH_MS = 1000
const RETRY = 'retry: 2000\n'

const open = new Map<string, number>()

type Wish = Pick<EventQuery, 'type' | 'app_id' | 'after' | 'cursor'> & { lastEventId?: string }

/**
 * A company's log as it grows, and with every beat how far that is. Before anything is sent the key is looked at again: one
 * that was invalidated hears nothing more.
 * @throws ApiError `invalid_request`, `rate_limited`
 * @see HTML Living Standard §9.2, Server-sent events
 */
export async function streamEvents({ companyId }: CompanyActor, wish: Wish, isStillAllowed: () => Promise<boolean>) {
  const release = reserve(companyId)
  try {
    const { cursor, after, lastEventId } = wish
    const from = lastEventId ? { after: lastEventId } : { cursor, after }
    const isNew = from.after === undefined && cursor === undefined
    await ifInReach(() => placeEvents(companyId))
    const start = isNew ? await findNewest(companyId) : await startOf(companyId, from)
    const following = { companyId, start, filter: filterOf(wish), isStillAllowed }
    return (gone: AbortSignal) => {
      gone.addEventListener('abort', release)
      if (gone.aborted) release()
      return endingWith(release, follow(following, AbortSignal.any([gone, AbortSignal.timeout(LASTS_MS)])))
    }
  } catch (error) {
    release()
    throw error
  }
}

/** Takes one of the company's places. @returns what gives it back, however often it is called @throws ApiError `rate_limited` */
function reserve(companyId: string): () => void {
  const taken = open.get(companyId) ?? 0
  if (taken >= MAX_STREAMS) throw new ApiError('rate_limited', `At most ${MAX_STREAMS} streams of a company can be open at once.`)
  open.set(companyId, taken + 1)
  let isHeld = true
  return () => {
    if (!isHeld) return
    isHeld = false
    const left = (open.get(companyId) ?? 1) - 1
    if (left > 0) open.set(companyId, left)
    else open.delete(companyId)
  }
}

async function* endingWith(release: () => void, pieces: AsyncIterable<string>) {
  try {
    yield* pieces
  } finally {
    release()
  }
}

type Following = { companyId: string; start: LogPlace; filter: EventFilter; isStillAllowed: () => Promise<boolean> }

async function* follow({ companyId, start, filter, isStillAllowed }: Following, over: AbortSignal) {
  const watch = watchLog(companyId)
  const key = rememberedFor(FRESH_MS, isStillAllowed)
  let place = start
  yield RETRY + toBeat(place)
  try {
    while (!over.aborted) {
      const { rows, reached } = await findEvents(companyId, place.position, filter, BATCH)
      key.forget()
      for (const row of rows) {
        if (!(await key.ask())) return
        yield toMessage(row)
      }
      if (!(await key.ask())) return
      place = reached ?? place
      if (reached) continue
      if ((await watch.grown(place.position, BEAT_MS, over)) === 'silent') yield toBeat(place)
    }
  } finally {
    watch.end()
  }
}

/** Asks anew when the last answer is older than that: a slow reader takes long over what was found at once. */
function rememberedFor(milliseconds: number, ask: () => Promise<boolean>) {
  let asked = Number.NEGATIVE_INFINITY
  return {
    forget() {
      asked = Number.NEGATIVE_INFINITY
    },
    async ask() {
      if (performance.now() - asked < milliseconds) return true
      asked = performance.now()
      return ask()
    },
  }
}

/** No event: only where the reader is, so that whoever comes back goes on from there, though nothing fitted. */
const toBeat = ({ id }: LogPlace) => `id: ${id}\n\n`

const toMessage = (row: Parameters<typeof presentEvent>[0]) => `id: ${row.id}\nevent: ${row.type}\ndata: ${JSON.stringify(presentEvent(row))}\n\n`
