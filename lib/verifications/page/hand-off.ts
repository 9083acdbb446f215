import { transaction } from '#lib/core/db'
import { env } from '#lib/core/env'
import { isTest } from '#lib/core/environment'
import { blindIndex } from '#lib/core/sealed'
import { issueSecret, secretHashes } from '#lib/core/secret-token'
import { shardOf } from '#lib/core/shard'
import { openAccount } from '#lib/users/account/open-account'
import { expireVerifications } from '../expire-verifications'
import { deleteUnusedHandoffs, endHandoffs, findHandoff, insertHandoff, spendHandoff } from '../store/handoffs'
import { findVerification, type Verification } from '../store/verifications'
import { recoverLost } from '../worker/recover-lost'
import { asOwner, isServed, type Visitor } from './visitor'

/** How long the link waits for a phone, and how long the phone may take pictures. */
export const LINK_SECONDS = 600
const PHONE_SECONDS = 3600

/** Whether a page's secret is a phone's link rather than a session's. */
export const isPhoneLink = (token: string) => token.startsWith('sgh_')

/**
 * A link for the phone's camera, for one phone. It may take pictures for this session and nothing else: what is read
 * is shown, and confirmed, where the person is logged in.
 */
export async function handOff(visitor: Visitor): Promise<string | null> {
  let url: string | null = null
  const isOpen = await asOwner(visitor, ['in_progress'], async (tx, { id }) => {
    const { secret, hash } = issueSecret('sgh', shardOf(id))
    await deleteUnusedHandoffs(tx, id)
    await insertHandoff(tx, hash, id, LINK_SECONDS)
    url = `${env().BASE_URL}/verify/${secret}`
  })
  return isOpen ? url : null
}

const hashesOf = (token: string) => secretHashes('sgh', token) as Buffer<ArrayBuffer>[]
const browserHashOf = (browserSecret: string) => blindIndex('capture', browserSecret)

/** What a phone's link is to the browser that opens it. */
const WITH_ALL_PICTURES: readonly string[] = ['processing', 'reviewing', 'verified', 'retry_required']

export type PhoneLink =
  | { kind: 'dead' }
  /**
   * This browser took it and has nothing left to do: its pictures are in, or it may no longer take any.
   * `recovery`: what came of them, where they were to give the account back
   */
  | { kind: 'over'; isDone: boolean; recovery: { status: Verification['status']; failure: string | null } | null }
  | {
      kind: 'unused'
      appName: string | null
      account: string
      /** The company whose test it is. */
      testOf: string | null
    }
  /** This browser took it, and may take the pictures of that session. */
  | { kind: 'taken'; sessionId: string }

/**
 * Judges a link by itself and by the browser's secret, both: so a secret opens one hand-off only, and a link is worth
 * nothing to another phone once it was used. An unused one says whose account it is for, cut short.
 */
export const readPhoneLink = (token: string, browserSecret: string | null | undefined): Promise<PhoneLink> =>
  transaction(async (tx) => {
    const handoff = hashesOf(token).length > 0 ? await findHandoff(tx, hashesOf(token)) : null
    const isTheirs = handoff?.browserHash && browserSecret ? browserHashOf(browserSecret).equals(handoff.browserHash) : false
    if (!handoff || (handoff.browserHash !== null && !isTheirs)) return { kind: 'dead' }
    await expireVerifications(tx, { id: handoff.sessionId })
    await recoverLost(tx, { id: handoff.sessionId })
    const session = await findVerification(tx, { id: handoff.sessionId })
    const isOpen = session !== null && isServed(session) && session.status === 'in_progress' && !handoff.isOver
    if (isTheirs && isOpen) return { kind: 'taken', sessionId: session.id }
    if (isTheirs) {
      const isDone = session !== null && WITH_ALL_PICTURES.includes(session.status)
      return { kind: 'over', isDone, recovery: session?.isRecovery ? { status: session.status, failure: session.failureCode } : null }
    }
    const account = isOpen && session.userId ? await openAccount(tx, session.userId) : null
    if (!account) return { kind: 'dead' }
    const app = session?.app
    const testOf = app && isTest(app.environment) ? app.company.name : null
    return { kind: 'unused', appName: app?.name ?? null, account: cutShort(account.email), testOf }
  })

/** `j…@p….example`: enough for its owner to know it again, too little for anybody else. */
export const cutShort = (email: string) => email.replace(/^(.)[^@]*@(.)(?:[^@]*(\.[^.@]+))?.*$/u, '$1…@$2…$3')

/**
 * Gives the session to a browser, with a secret made for this hand-off alone, and takes it from any other phone.
 * @returns whether this browser has it now
 */
export const takeOver = (token: string, browserSecret: string): Promise<boolean> =>
  transaction(async (tx) => {
    const hashes = hashesOf(token)
    const browserHash = browserHashOf(browserSecret)
    const sessionId = hashes.length > 0 ? await spendHandoff(tx, hashes, browserHash, PHONE_SECONDS) : null
    if (sessionId !== null) await endHandoffs(tx, sessionId, browserHash)
    return sessionId !== null
  })
