import { openResponse } from '#lib/wallet/response/open-response'
import type { PresentationRequest, ResponseParameters, WalletPorts } from '#lib/wallet/types'
import { verifyPresentation } from '#lib/wallet/verify-presentation'
import type { Disclosed } from './question'
import type { WalletEnding } from './refuse-answer'

export type AnswerVerdict = { kind: 'verified'; disclosed: Disclosed } | { kind: 'refused'; code: WalletEnding }

/** What an answer to a question comes to, every check in its order. Spec: Wallets, checks */
export async function judgeAnswer(request: PresentationRequest, parameters: ResponseParameters, ports: WalletPorts): Promise<AnswerVerdict> {
  const opened = await openResponse(request, parameters)
  if (opened.outcome === 'refused') return { kind: 'refused', code: opened.code }
  const verified = await verifyPresentation(request, opened, ports, new Date())
  if (verified.outcome === 'refused') return { kind: 'refused', code: verified.code }
  const { claims, type, issuer, framework, expiresAt } = verified
  const disclosed: Disclosed = {
    claims,
    type,
    issuer: { name: issuer.name, framework },
    issuerFingerprint: issuer.fingerprint,
    validUntil: expiresAt?.toISOString() ?? null,
  }
  return { kind: 'verified', disclosed }
}
