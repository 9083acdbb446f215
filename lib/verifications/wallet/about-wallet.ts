import type { Prisma } from '#lib/core/db'
import { env } from '#lib/core/env'
import { identityFor } from '#lib/wallet/identity/verifier-identity'
import { walletLink } from '#lib/wallet/request/wallet-link'
import { isTried, takesSpecimens } from '../specimens'
import type { Verification } from '../store/verifications'
import { requestUri } from './ask-wallet'
import { DIGIT_TRIES } from './lifecycle'
import { typesFor } from './offer'
import type { WalletEnding } from './refuse-answer'
import { findWalletRequest } from './store'

/** Who asks, where a wallet can answer a session; else null. A real wallet's word has no place in a test environment: specimens answer there. */
export const takesWallet = async (session: Verification) => (typesFor(session, isTried(session)).length > 0 ? identityFor(isTried(session)) : null)

/** What a session's page shows of wallets; null where none could answer. */
export async function aboutWallet(tx: Prisma, session: Verification) {
  const identity = await takesWallet(session)
  if (!identity) return null
  const row = await findWalletRequest(tx, session.id)
  const question = row && {
    id: row.id,
    status: row.status,
    /** The link for a wallet, which is also in the picture to scan. */
    link: walletLink(env().WALLET_LINK, identity.clientId, requestUri(row.id)),
    /** Whether a wallet of ours with specimens may answer, and whether it alone. */
    specimens: isTried(session) ? ('alone' as const) : takesSpecimens(session) ? ('too' as const) : null,
    isByBrowser: row.isByBrowser,
    isFetched: row.fetches > 0,
    /** Whether the answer was looked at already. */
    isJudged: row.answerSealed !== null,
    refusal: row.refusalCode as WalletEnding | null,
    triesLeft: DIGIT_TRIES - row.wrongDigits,
  }
  return { question, progress: question ? `${question.status} ${question.isFetched} ${question.isJudged}` : 'none' }
}

export type WalletVisit = NonNullable<Awaited<ReturnType<typeof aboutWallet>>>
