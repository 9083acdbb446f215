import { readStatus } from './read-status'
import { noteStatus } from './store'

/**
 * Notes how the service is in this minute. The processes that answer do it: where none of them lives or reaches the database, nothing is
 * noted, and that is how it is known.
 */
export const recordStatus = async (): Promise<void> => {
  await noteStatus((await readStatus()).parts)
}
