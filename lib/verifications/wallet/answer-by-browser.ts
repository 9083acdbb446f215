import { transaction } from '#lib/core/db'
import { requireAccount } from '#lib/users/account/open-account'
import { identityFor } from '#lib/wallet/identity/verifier-identity'
import { digitalCredentialsRequest } from '#lib/wallet/request/digital-credentials-request'
import type { WalletPorts } from '#lib/wallet/types'
import { walletPorts } from '#lib/wallet/wallet-ports'
import { asOwner, type Visitor } from '../page/visitor'
import { lockVerification } from '../store/verifications'
import { askWallet } from './ask-wallet'
import { judgeAnswer } from './judge-answer'
import { countAnswer } from './metrics'
import { ownAnswer } from './own-answer'
import { portsFor } from './ports-for'
import { openQuestion } from './question'
import { refuseAnswer } from './refuse-answer'
import { claimQuestion, lockWalletRequest } from './store'

/** What a page hands to `navigator.credentials.get`. @see OpenID4VP 1.0 Annex A */
export async function askByBrowser(visitor: Visitor, browserSecret: string) {
  const asked = await askWallet(visitor, browserSecret, true)
  const identity = asked && (await identityFor(asked.isTried))
  return asked && identity && { id: asked.id, ...(await digitalCredentialsRequest(asked.request, identity, new Date())) }
}

/**
 * An answer that the browser brought. It bound it to our origin and came with the person's own session, so nothing more is
 * asked of them. What is not theirs to answer changes nothing.
 */
export async function answerByBrowser(
  visitor: Visitor,
  id: string,
  parameters: Readonly<Record<string, unknown>>,
  ports: WalletPorts = walletPorts(),
): Promise<void> {
  if (!(await isTheirs(visitor, id))) return
  const claimed = await claimQuestion(id, true)
  if (!claimed) return
  const question = openQuestion(id, claimed)
  const verdict = await judgeAnswer(question.request, parameters, portsFor(question, ports)).catch(async (error: unknown) => {
    await refuse(claimed.session_id)
    throw error
  })
  await asOwner(visitor, ['in_progress'], async (tx, session) => {
    const row = await lockWalletRequest(tx, session.id)
    if (row?.id !== id || row.status !== 'presented') return
    if (verdict.kind === 'refused') return refuseAnswer(tx, row, session, verdict.code)
    countAnswer('accepted')
    return ownAnswer(tx, session, row, verdict.disclosed, (await requireAccount(tx, visitor.userId)).vault)
  })
}

async function isTheirs(visitor: Visitor, id: string): Promise<boolean> {
  let isIt = false
  await asOwner(visitor, ['in_progress'], async (tx, session) => {
    isIt = (await lockWalletRequest(tx, session.id))?.id === id
  })
  return isIt
}

const refuse = (sessionId: string) =>
  transaction(async (tx) => {
    const session = await lockVerification(tx, { id: sessionId })
    const row = await lockWalletRequest(tx, sessionId)
    if (row) await refuseAnswer(tx, row, session, 'broken')
  })
