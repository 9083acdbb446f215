import { prismaTransaction } from '#lib/core/db'
import { newId } from '#lib/core/random-id'
import { DEFAULT_EXPIRES_IN, DEFAULT_MAX_ATTEMPTS } from './contract'
import { sealState } from './sealed-state'
import { newLink } from './session-link'
import { insertSession } from './store/sessions'

/** A person verifies a document for themselves: no company is told. @returns the path of the page */
export async function startOwn(userId: string): Promise<string> {
  const { url, tokenHash } = newLink()
  const id = newId('ver')
  await prismaTransaction((tx) =>
    insertSession(tx, {
      id,
      tokenHash,
      fields: ['given_name', 'family_name', 'birthdate'],
      ...sealState(id, undefined),
      expiresInSeconds: DEFAULT_EXPIRES_IN,
      maxAttempts: DEFAULT_MAX_ATTEMPTS,
      expectedUserId: userId,
    }),
  )
  return new URL(url).pathname
}
