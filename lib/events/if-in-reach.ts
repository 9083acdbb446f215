import { UnavailableError } from '#lib/core/errors'
import { log } from '#lib/core/log'

/**
 * Brings what waits to whoever is about to read. While a database cannot be asked for what waits there, they read as far as it goes:
 * nothing ever gets a place before what was read.
 */
export async function ifInReach(bring: () => Promise<unknown>): Promise<void> {
  try {
    await bring()
  } catch (error) {
    if (!(error instanceof UnavailableError)) throw error
    log.warn({ err: error }, 'what waits to be told could not be asked for')
  }
}
