import { withDatabase } from '#lib/core/db'
import { findContests } from './store'

/** For the operator: ids, times and verdicts of both sides. */
export const listContests = (options: { onlyOpen: boolean }) => withDatabase((db) => findContests(db, options))
