import { prismaTransaction, withDatabase } from '#lib/core/db'
import { env } from '#lib/core/env'
import { blindIndex } from '#lib/core/sealed'
import { issueSecret, secretHashes } from '#lib/core/secret-token'
import { openAccount } from '#lib/users/account/open-account'
import { deleteHandoffs, findSessionOfBrowser, findUnusedHandoff, insertHandoff, spendHandoff } from './store/handoffs'
import { findSession } from './store/sessions'
import { asOwner, isServed, type Visitor } from './visitor'

/** How long the link waits for a phone, and how long the phone may take pictures. */
export const LINK_SECONDS = 600
const PHONE_SECONDS = 3600

/**
 * A link for the phone's camera, good once. The phone may take pictures for this session and nothing else: what is read
 * is shown, and confirmed, where the person is logged in.
 */
export async function handOff(visitor: Visitor): Promise<string | null> {
  const { secret, hash } = issueSecret('sgh')
  const isOpen = await asOwner(visitor, ['in_progress'], async (tx, { id }) => {
    await deleteHandoffs(tx, id, { onlyUnused: true })
    await insertHandoff(tx, hash, id, LINK_SECONDS)
  })
  return isOpen ? `${env().BASE_URL}/verify/${secret}` : null
}

const hashesOf = (token: string) => secretHashes('sgh', token) as Buffer<ArrayBuffer>[]

/** Whose session an unused link leads to, with the address of the account cut short; null once it was used. */
export const readHandoff = (token: string) =>
  withDatabase(async (db) => {
    const sessionId = hashesOf(token).length > 0 ? await findUnusedHandoff(db, hashesOf(token)) : null
    const session = sessionId && (await findSession(db, { id: sessionId }))
    if (!session || !isServed(session) || session.status !== 'in_progress' || !session.userId) return null
    const account = await openAccount(db, session.userId)
    return account && { appName: session.app?.name ?? null, account: cutShort(account.email) }
  })

const cutShort = (email: string) => email.replace(/^(.).*(?=@)/, '$1…')

/** @returns whether this browser has the session now */
export const takeOver = (token: string, browserSecret: string): Promise<boolean> =>
  prismaTransaction(async (tx) => {
    const hashes = hashesOf(token)
    return hashes.length > 0 && spendHandoff(tx, hashes, blindIndex('capture', browserSecret), PHONE_SECONDS)
  })

/** Id of the session that a browser takes pictures for. */
export const sessionOfPhone = (browserSecret: string): Promise<string | null> =>
  withDatabase((db) => findSessionOfBrowser(db, blindIndex('capture', browserSecret)))
