import { CREDENTIAL_TYPES } from './catalogue'
import { judgeRevocation } from './certificates/judge-revocation'
import { judgeMdoc } from './mdoc/judge-mdoc'
import { sessionTranscript } from './mdoc/session-transcript'
import { readClaims } from './read-claims'
import { demand } from './refusals'
import { refusedOr } from './refused-or'
import { judgeSdJwt } from './sd-jwt/judge-sd-jwt'
import { judgeStatus } from './status/judge-status'
import type { Opened, PresentationRequest, Verified, VerifyPresentation, WalletPorts } from './types'

/**
 * Every check of a presentation, in order; the first that fails names the refusal. Nothing is fetched for somebody whose
 * issuer and device are not proven.
 * @see OpenID4VP 1.0 §8.6, §14; Spec: Wallets, checks
 */
export const verifyPresentation: VerifyPresentation = (request, opened, ports, now) => refusedOr(() => verify(request, opened, ports, now))

async function verify(request: PresentationRequest, { id, presentation }: Opened, ports: WalletPorts, now: Date): Promise<Verified> {
  const type = CREDENTIAL_TYPES.find((each) => each.id === id)
  demand(type !== undefined && request.query.credentials.some((query) => query.id === id), 'credential_type_not_asked', 'id of the query')
  const anchors = await ports.trustAnchors(type.type)
  const rules = { anchors, clientId: request.clientId, nonce: request.nonce, transcript: await sessionTranscript(request), now }
  const proven = (type.format === 'mso_mdoc' ? judgeMdoc : judgeSdJwt)(presentation, type, rules)
  await judgeRevocation(proven.path, ports.revocationLists, now)
  for (const status of proven.statuses) await judgeStatus(status, { anchors, statusLists: ports.statusLists, now })
  const claims = readClaims(proven, type, request.fields, now)
  const { anchor } = proven.path
  return {
    outcome: 'verified',
    id,
    format: type.format,
    type: type.type,
    framework: type.framework,
    isSpecimen: type.isSpecimen,
    claims,
    issuer: { fingerprint: anchor.fingerprint, name: anchor.name },
    issuedAt: proven.issuedAt,
    expiresAt: proven.expiresAt,
  }
}
