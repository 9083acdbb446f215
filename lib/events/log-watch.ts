import { log } from '#lib/core/log'
import { placeDueEvents } from './place-events'
import { findReached } from './store'

/** How soon a stream hears of an event. */
const LOOK_MS = 250

type Watcher = { companyId: string; look: () => void }

const watchers = new Set<Watcher>()
let reached = new Map<string, string>()
let isLooking = false

/** Logs that grew, for all streams of this process: two small questions a turn, however many there are. */
async function look(): Promise<void> {
  try {
    await placeDueEvents()
    reached = await findReached([...new Set([...watchers].map(({ companyId }) => companyId))])
    for (const watcher of watchers) watcher.look()
  } catch (error) {
    log.debug({ err: error }, 'event logs could not be looked at')
  }
  isLooking = watchers.size > 0
  if (isLooking) setTimeout(look, LOOK_MS)
}

/** Watches a company's log until it is told to end. */
export function watchLog(companyId: string) {
  let wake = () => {}
  const watcher: Watcher = { companyId, look: () => wake() }
  watchers.add(watcher)
  if (!isLooking) setTimeout(look, 0)
  isLooking = true
  return {
    /** Waits until the log goes beyond a place, for so long at most, or until the signal. */
    grown(place: string, withinMs: number, over: AbortSignal): Promise<'grown' | 'silent'> {
      return new Promise((resolve) => {
        const end = (word: 'grown' | 'silent') => {
          clearTimeout(timer)
          over.removeEventListener('abort', stop)
          wake = () => {}
          resolve(word)
        }
        const stop = () => end('grown')
        const timer = setTimeout(end, withinMs, 'silent' as const)
        over.addEventListener('abort', stop)
        if (over.aborted) return stop()
        wake = () => {
          if (BigInt(reached.get(companyId) ?? 0) > BigInt(place)) end('grown')
        }
      })
    },
    end: () => watchers.delete(watcher),
  }
}
