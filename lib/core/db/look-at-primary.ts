import { log } from '../log'
import { isAnswering, noteAnswer } from './answering'
import { primaryHere } from './primaries'
import { sql } from './single-query'
import { spanning } from './statement'

/** Whoever has not answered by then is passed by until it does. */
const PATIENCE_MS = 1500

const LOOK = spanning<{ one: number }>('look_at_primary', 'SELECT 1 AS one')

/** Looks whether the primary whose part is being done answers. While it does not, what can be elsewhere is. @see standIn */
export async function lookAtPrimary(): Promise<void> {
  const nth = primaryHere()
  if (nth === undefined) return
  const answer = sql.query(LOOK, []).then(
    () => true,
    () => false,
  )
  const isThere = await Promise.race([answer, new Promise<boolean>((resolve) => setTimeout(resolve, PATIENCE_MS, false).unref())])
  if (isThere !== isAnswering(nth)) log.warn({ primary: nth, isThere }, isThere ? 'a primary answers again' : 'a primary does not answer')
  noteAnswer(nth, isThere)
}
