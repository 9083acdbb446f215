import { randomInt } from 'node:crypto'
import { type Prisma, transaction } from '#lib/core/db'
import { enqueueJob } from '#lib/jobs/store'
import type { Queue } from '#lib/jobs/work-queue'
import { fail } from '../decide'
import type { Obstacle } from '../schema'
import { lockVerification, type Verification } from '../store/verifications'

const END_QUIETLY = 'end-verification'

/** About as long as people look at what was read before they decline it. */
const LEAST_SECONDS = 15
const MOST_SECONDS = 120

type Reading = { session: string; attempt: number }

/** Ends a session whose document cannot be confirmed some time from now, unless its person does so before. */
export const endSoon = (tx: Prisma, { id, attempt }: Verification) =>
  enqueueJob(tx, END_QUIETLY, { session: id, attempt } satisfies Reading, randomInt(LEAST_SECONDS, MOST_SECONDS + 1))

/**
 * An end right after the reading would tell the company that nobody had to look at anything, and so, why. Here it comes
 * when a person's word might.
 */
export const endQuietly = ({ session: id, attempt }: Reading): Promise<void> =>
  transaction(async (tx) => {
    const session = await lockVerification(tx, { id })
    if (session?.status !== 'reviewing' || session.attempt !== attempt || session.failureCode === null) return
    await fail(tx, session, session.failureCode as Obstacle)
  })

export const endQuietlyQueue: Queue = {
  kind: END_QUIETLY,
  lanes: 1,
  maxTries: 5,
  work: async (payload) => {
    await endQuietly(payload as Reading)
    return 'done'
  },
  // It ends with the session's own time then.
  giveUp: async () => {},
}
