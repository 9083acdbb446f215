import { type Prisma, prismaTransaction } from '#lib/core/db'
import { newId } from '#lib/core/random-id'
import { DEFAULT_EXPIRES_IN, DEFAULT_MAX_ATTEMPTS } from './contract'
import { sealState } from './sealed-state'
import { newLink } from './session-link'
import { insertSession } from './store/sessions'

type Wishes = { withFace: boolean; isContest?: boolean }

/** A person verifies a document for themselves: no company is told. @returns the path of the page */
export const startOwn = (userId: string, wishes: Wishes): Promise<string> => prismaTransaction((tx) => insertOwn(tx, userId, wishes))

/** The same inside a transaction. */
export async function insertOwn(tx: Prisma, userId: string, { withFace, isContest = false }: Wishes): Promise<string> {
  const { url, tokenHash } = newLink()
  const id = newId('ver')
  await insertSession(tx, {
    id,
    tokenHash,
    fields: ['given_name', 'family_name', 'birthdate', ...(withFace ? ['face_match'] : [])],
    ...sealState(id, undefined),
    expiresInSeconds: DEFAULT_EXPIRES_IN,
    maxAttempts: DEFAULT_MAX_ATTEMPTS,
    expectedUserId: userId,
    isContest,
  })
  return new URL(url).pathname
}
