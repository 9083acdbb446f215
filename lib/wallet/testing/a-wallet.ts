import { CREDENTIAL_TYPE_NAMES, type CredentialId, type CredentialTypeName, WALLET_FIELDS, type WalletField } from '../catalogue'
import { createPresentationRequest } from '../request/create-request'
import { signRequestObject } from '../request/sign-request-object'
import { openResponse } from '../response/open-response'
import { type Authority, createAuthority, derOf } from '../specimen/authority'
import { identityOf } from '../specimen/identity-of'
import { issueCredential } from '../specimen/issue-credential'
import type { Misbehaviour } from '../specimen/misbehaviour'
import { type Answer, present } from '../specimen/present'
import { identifierListCwt, STATUS, statusListCwt, statusListJwt } from '../specimen/status-list'
import type { Credential, IssueOptions } from '../specimen/types'
import type { PresentationRequest, Refused, ResponseMode, TrustAnchor, Verified, WalletClaims, WalletPorts } from '../types'
import { verifyPresentation } from '../verify-presentation'

/** An invented person of an invented country, of age. */
export const ERIKA: WalletClaims = {
  given_name: 'Erika',
  family_name: 'Mustermann',
  birthdate: '1990-05-23',
  age_over_18: true,
  nationality: 'UT',
  document_number: 'L01X00T47',
  document_expiry: '2099-01-01',
}

export const LISTS = {
  jwt: 'https://issuer.example/status/1',
  cwt: 'https://issuer.example/status/2',
  identifiers: 'https://issuer.example/identifiers/1',
  gone: 'https://issuer.example/gone',
}
/** Identifiers of an mdoc that stands and of one that was revoked. */
export const IDENTIFIERS = { valid: Buffer.from('a1b2c3', 'hex'), revoked: Buffer.from('0a141e28', 'hex') }
export const ENTRIES = { 7: STATUS.invalid, 8: STATUS.suspended, 9: 3 }

/** Two issuers, one of them trusted, and a verifier. */
export async function aWorld() {
  const [issuer, stranger, verifier] = await Promise.all([
    createAuthority('issuer'),
    createAuthority('stranger'),
    createAuthority('verifier', { hostName: 'signet.example' }),
  ])
  const lists: Record<string, Uint8Array> = {
    [LISTS.jwt]: await statusListJwt(issuer, LISTS.jwt, ENTRIES),
    [LISTS.cwt]: statusListCwt(issuer, LISTS.cwt, ENTRIES),
    [LISTS.identifiers]: identifierListCwt(issuer, LISTS.identifiers, [Buffer.from('00', 'hex'), IDENTIFIERS.revoked]),
  }
  return { issuer, stranger, verifier, lists }
}

export type World = Awaited<ReturnType<typeof aWorld>>

export const anchorOf = ({ root }: Authority, rest: Partial<TrustAnchor> = {}): TrustAnchor => ({
  certificate: derOf(root),
  types: CREDENTIAL_TYPE_NAMES,
  until: null,
  isPinned: false,
  ...rest,
})

export const portsOf = ({ issuer, lists }: World, anchors: readonly TrustAnchor[] = [anchorOf(issuer)]): WalletPorts => {
  const fetched = async (uri: string) => lists[uri] ?? Promise.reject(new Error('out of reach'))
  return {
    trustAnchors: async (type) => anchors.filter(({ types }) => types.includes(type)),
    statusLists: fetched,
    revocationLists: fetched,
  }
}

export type Attempt = {
  issuer?: Authority
  claims?: WalletClaims
  fields?: readonly WalletField[]
  types?: readonly CredentialTypeName[]
  mode?: ResponseMode
  prefix?: 'x509_hash' | 'x509_san_dns'
  issuing?: IssueOptions
  wrong?: Misbehaviour
  anchors?: readonly TrustAnchor[]
  /** Changes what was issued, before it is presented. */
  credential?: (credential: Credential) => Credential
  /** Changes the answer on its way. */
  answer?: (answer: Answer, request: PresentationRequest) => Answer
  now?: Date
}

export async function aRequest({ verifier }: World, { fields = WALLET_FIELDS, types, mode = 'direct_post.jwt', prefix = 'x509_hash' }: Attempt = {}) {
  const identity = identityOf(verifier, prefix)
  const channel =
    mode === 'dc_api.jwt'
      ? ({ responseMode: mode, origin: 'https://signet.example' } as const)
      : ({ responseMode: mode, responseUri: 'https://signet.example/wallet/response/1' } as const)
  const request = await createPresentationRequest({ clientId: identity.clientId, fields, types: types ?? CREDENTIAL_TYPE_NAMES, channel })
  if (!request) throw new Error('no type tells all fields')
  return { request, requestObject: await signRequestObject(request, identity, { now: new Date() }) }
}

/** Everything from the question to the verdict. */
export async function attempt(world: World, id: CredentialId, how: Attempt = {}): Promise<Verified | Refused> {
  const { request, requestObject } = await aRequest(world, how)
  const issued = await issueCredential(how.issuer ?? world.issuer, id, how.claims ?? ERIKA, { status: { idx: 3, uri: LISTS.jwt }, ...how.issuing })
  const given = await present(requestObject, how.credential?.(issued) ?? issued, how.wrong)
  return judge(world, request, how.answer?.(given, request) ?? given, how)
}

export async function judge(world: World, request: PresentationRequest, answer: Answer, how: Pick<Attempt, 'anchors' | 'now'> = {}) {
  const opened = await openResponse(request, answer)
  return opened.outcome === 'refused' ? opened : verifyPresentation(request, opened, portsOf(world, how.anchors), how.now ?? new Date())
}
