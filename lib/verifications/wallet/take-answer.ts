import { randomInt } from 'node:crypto'
import { transaction } from '#lib/core/db'
import { env } from '#lib/core/env'
import { isId } from '#lib/core/random-id'
import { issueSecret } from '#lib/core/secret-token'
import { openAccount } from '#lib/users/account/open-account'
import type { WalletPorts } from '#lib/wallet/types'
import { isServed } from '../page/visitor'
import { lockVerification } from '../store/verifications'
import { type AnswerVerdict, judgeAnswer } from './judge-answer'
import { countAnswer } from './metrics'
import { portsFor } from './ports-for'
import { openQuestion, type Question } from './question'
import { refuseAnswer, type WalletEnding } from './refuse-answer'
import { sealAnswer } from './sealed-answer'
import { changeWalletRequest, claimQuestion, lockWalletRequest } from './store'

export type TakenAnswer = { kind: 'taken'; redirectUri: string } | { kind: 'refused'; code: WalletEnding }

/**
 * An answer that a wallet brought. The question is taken from everybody else first, and verified before the wallet is
 * told anything. Whoever holds the wallet learns the way back; that it was theirs is shown there.
 * @see OpenID4VP 1.0 §8.2, §14
 */
export async function takeAnswer(id: string, parameters: Readonly<Record<string, unknown>>, ports: WalletPorts): Promise<TakenAnswer> {
  const claimed = isId('wrq', id) ? await claimQuestion(id, false) : null
  if (!claimed) return { kind: 'refused', code: 'wallet_request_expired' }
  const question = openQuestion(id, claimed)
  try {
    return await settleAnswer(claimed.session_id, question, await judgeAnswer(question.request, parameters, portsFor(question, ports)))
  } catch (error) {
    await settleAnswer(claimed.session_id, question, { kind: 'refused', code: 'broken' })
    throw error
  }
}

const settleAnswer = (sessionId: string, { pageToken }: Question, verdict: AnswerVerdict): Promise<TakenAnswer> =>
  transaction(async (tx) => {
    const session = await lockVerification(tx, { id: sessionId })
    const row = session && (await lockWalletRequest(tx, sessionId))
    const account = session?.userId ? await openAccount(tx, session.userId) : null
    // Asked anew, photographed, stopped or deleted meanwhile.
    if (row?.status !== 'presented' || row.answerSealed !== null || !account || !session) return { kind: 'refused', code: 'wallet_request_expired' }
    const code = verdict.kind === 'refused' ? verdict.code : session.status === 'in_progress' && isServed(session) ? null : 'wallet_request_expired'
    const { secret, hash } = issueSecret('sgw', session.shard)
    const digits = String(randomInt(1_000_000)).padStart(6, '0')
    const answer = { pageToken, digits, disclosed: verdict.kind === 'verified' ? verdict.disclosed : null }
    const answerSealed = sealAnswer(account.vault, row.id, answer)
    const taken: TakenAnswer = { kind: 'taken', redirectUri: `${env().BASE_URL}/verify/wallet/return#${secret}` }
    if (code === null) {
      countAnswer('accepted')
      await changeWalletRequest(tx, row, { answerSealed, responseCodeHash: hash })
      return taken
    }
    // Somebody who says no is led back like everybody else. @see OpenID4VP 1.0 §8.5
    const isRefusal = code === 'wallet_refused'
    await refuseAnswer(tx, row, session, code, isRefusal ? { answerSealed, responseCodeHash: hash } : {})
    return isRefusal ? taken : { kind: 'refused', code }
  })
