import { type Prisma, transaction } from '#lib/core/db'
import { newIdOn } from '#lib/core/shard'
import { DEFAULT_EXPIRES_IN, DEFAULT_MAX_ATTEMPTS } from '../interface/contract'
import { leastFor } from '../interface/least-assurance'
import { insertVerification } from '../store/verifications'
import { sealState } from './sealed-state'
import { newLink } from './verification-link'

/** What every app may ask for sooner or later: with the birth date it takes the face. */
const FIELDS = ['given_name', 'family_name', 'birthdate']

/** A person verifies a document for themselves: no company is told. @returns the path of the page */
export const startOwn = (userId: string): Promise<string> => transaction((tx) => insertOwn(tx, userId))

/** The same inside a transaction. @param back path of ours that its person goes on with afterwards */
export async function insertOwn(
  tx: Prisma,
  userId: string,
  { isContest = false, back }: { isContest?: boolean; back?: string } = {},
): Promise<string> {
  const id = newIdOn('ver')
  const { url, tokenHash } = newLink(id)
  await insertVerification(tx, {
    id,
    tokenHash,
    fields: FIELDS,
    minAssurance: leastFor(FIELDS, undefined),
    ...sealState(id, back),
    expiresInSeconds: DEFAULT_EXPIRES_IN,
    maxAttempts: DEFAULT_MAX_ATTEMPTS,
    expectedUserId: userId,
    isContest,
  })
  return new URL(url).pathname
}
