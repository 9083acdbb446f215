import { type Prisma, transaction } from '#lib/core/db'
import { secretHashes } from '#lib/core/secret-token'
import { type OpenAccount, openAccount } from '#lib/users/account/open-account'
import { cutShort } from '../page/hand-off'
import { isServed } from '../page/visitor'
import { lockVerification, type Verification } from '../store/verifications'
import { walletBrowserHash } from './ask-wallet'
import { ownAnswer } from './own-answer'
import { refuseAnswer } from './refuse-answer'
import { type KeptAnswer, openAnswer } from './sealed-answer'
import { findByResponseCode, lockWalletRequest, type WalletRequest } from './store'

/** What the page that a wallet leads back to is for. */
export type Return =
  | { kind: 'dead' }
  /** It began in this very browser, and goes on there. */
  | { kind: 'here'; pageToken: string }
  /** It began somewhere else: who asks, and for which account, cut short. */
  | { kind: 'elsewhere'; company: string | null; account: string }
  /** Nothing more to do in this browser: `isGood`, or somebody said no. */
  | { kind: 'over'; isGood: boolean }

type Found = { session: Verification; row: WalletRequest; account: OpenAccount; answer: KeptAnswer | null }

/**
 * Somebody comes back from a wallet. The code alone proves that they have the wallet; that they began it, the cookie of
 * the browser it began in. Both together lead to the review: a code that was sent to somebody else does not.
 * @see OpenID4VP 1.0 §14.2
 */
export const returnFromWallet = (code: string, browserSecret: string | undefined): Promise<Return> =>
  transaction(async (tx) => {
    const found = await find(tx, code)
    if (!found) return { kind: 'dead' }
    const { session, row, account, answer } = found
    const isHere = browserSecret !== undefined && walletBrowserHash(browserSecret).equals(row.browserHash)
    if (row.status === 'presented' && answer?.disclosed && isHere) await ownAnswer(tx, session, row, answer.disclosed, account.vault)
    if (isHere && answer) return { kind: 'here', pageToken: answer.pageToken }
    if (row.status !== 'presented') return { kind: 'over', isGood: row.status === 'confirmed' }
    return { kind: 'elsewhere', company: session.app?.company.name ?? null, account: cutShort(account.email) }
  })

/** They say that they began it on another device: the digits to type there. @returns null when it is over */
export const digitsForReturn = (code: string): Promise<string | null> =>
  transaction(async (tx) => {
    const found = await find(tx, code)
    return found?.row.status === 'presented' ? (found.answer?.digits ?? null) : null
  })

/** They did not begin it: what they disclosed counts for nothing. */
export const disownReturn = (code: string): Promise<void> =>
  transaction(async (tx) => {
    const found = await find(tx, code)
    if (found?.row.status === 'presented') await refuseAnswer(tx, found.row, found.session, 'not_started_here')
  })

async function find(tx: Prisma, code: string): Promise<Found | null> {
  const hashes = secretHashes('sgw', code) as Buffer<ArrayBuffer>[]
  const back = hashes.length > 0 ? await findByResponseCode(tx, hashes) : null
  const session = back && (await lockVerification(tx, { id: back.sessionId }))
  const row = session && (await lockWalletRequest(tx, session.id))
  const account = session?.userId ? await openAccount(tx, session.userId) : null
  if (!session || !row || !account) return null
  // Whatever else was done meanwhile, on another page, comes before a wallet.
  if (row.status === 'presented' && (session.status !== 'in_progress' || !isServed(session))) return null
  return { session, row, account, answer: row.answerSealed && openAnswer(account.vault, row.id, row.answerSealed) }
}
