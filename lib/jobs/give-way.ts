import { existsSync, readdirSync } from 'node:fs'
import { constants, setPriority } from 'node:os'

const THREADS = '/proc/self/task'

/**
 * Lets everybody else on this machine go first: nobody waits to the millisecond for what this process does. On Linux a
 * priority belongs to a thread, and those of the runtime are there before our first line; threads begun later inherit it.
 * No lower than this: on a busy machine the lowest would starve a reading until its time is over.
 * @see setpriority(2)
 */
export function giveWay(): void {
  const threads = existsSync(THREADS) ? readdirSync(THREADS).map(Number) : [0]
  for (const thread of threads) setPriority(thread, constants.priority.PRIORITY_BELOW_NORMAL)
}
