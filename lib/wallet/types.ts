/**
 * What goes in and out of this room. A verification's use-cases do, in this order:
 * 1. `createPresentationRequest` → a `PresentationRequest`, kept sealed beside the session until it is answered;
 * 2. `signRequestObject` when the wallet asks for it (`request_uri`), or `digitalCredentialsRequest` for the browser;
 * 3. its state goes from waiting to presented in one statement, then `openResponse` and `verifyPresentation`.
 * Nothing here opens a transaction. Functions that judge return a refusal; they throw only for a fault of ours.
 */
import type { JWK } from 'jose'
import type { CredentialFormat, CredentialId, CredentialType, CredentialTypeName, WalletField } from './catalogue'
import type { RefusalCode } from './refusals'

/** @see OpenID4VP 1.0 §8.2, §8.3.1, Annex A.2 */
export type ResponseMode = 'direct_post' | 'direct_post.jwt' | 'dc_api.jwt'

/** @see OpenID4VP 1.0 §6.1, §6.3 */
export type CredentialQuery = {
  id: CredentialId
  format: CredentialFormat
  require_cryptographic_holder_binding: true
  meta: { vct_values: [string] } | { doctype_value: string }
  /** @see OpenID4VP 1.0 §6.1.1 */
  trusted_authorities?: [{ type: 'aki'; values: string[] }]
  claims: { path: (string | null)[]; intent_to_retain?: true }[]
}

/** @see OpenID4VP 1.0 §6 */
export type DcqlQuery = { credentials: CredentialQuery[]; credential_sets?: [{ options: [CredentialId][] }] }

/** One request to one wallet. Plain JSON, and secret: whoever holds it can read the answer. */
export type PresentationRequest = {
  clientId: string
  responseMode: ResponseMode
  /** Null with the Digital Credentials API. */
  responseUri: string | null
  /** The origin of the page that asks; with the Digital Credentials API alone. */
  origin: string | null
  fields: WalletField[]
  query: DcqlQuery
  /** 256 random bits each, 43 characters. */
  nonce: string
  state: string
  /** The private P-256 key that the answer is encrypted to; null where it comes in clear. */
  decryptionKey: JWK | null
}

/** Parameters of an answer as they came, each at most once: the posted form, or `data` of the Digital Credentials API. */
export type ResponseParameters = Readonly<Record<string, unknown>>

export type Refused = { outcome: 'refused'; code: RefusalCode /** Names the rule, never a value. */; detail: string }

export type Opened = { outcome: 'opened'; id: CredentialId; presentation: string }

/** The claims that were asked for; dates are YYYY-MM-DD. */
export type WalletClaims = {
  given_name?: string
  family_name?: string
  birthdate?: string
  age_over_18?: boolean
  /** As the issuer writes it: two letters of ISO 3166-1, sometimes three. */
  nationality?: string
  document_number?: string
  document_expiry?: string
}

export type Verified = {
  outcome: 'verified'
  id: CredentialId
  format: CredentialFormat
  type: CredentialTypeName
  framework: CredentialType['framework']
  isSpecimen: boolean
  claims: WalletClaims
  /** The trust anchor that its issuer stands under: SHA-256 of the certificate in hexadecimal, and its subject's name. */
  issuer: { fingerprint: string; name: string }
  /** When the issuer signed, if it says so; and until when the credential is valid, if it ends. */
  issuedAt: Date | null
  expiresAt: Date | null
}

/** A certificate that the operator trusts for some types. Spec: Trust and status */
export type TrustAnchor = {
  /** DER. */
  certificate: Uint8Array
  types: readonly string[]
  until: Date | null
  /** The certificate itself signs credentials; `until` stands for validity, usage and chain. */
  isPinned: boolean
}

/** Anchors for a credential type that are trusted now. */
export type TrustAnchors = (type: string) => Promise<readonly TrustAnchor[]>

/**
 * A whole status list as its issuer signed it, from its cache or from outside.
 * @throws when it is out of reach and none is kept
 * @see Token Status List §8
 */
export type StatusLists = (uri: string) => Promise<Uint8Array>

/**
 * A certificate revocation list (DER), from its cache or from outside.
 * @throws when it is out of reach and none is kept
 * @see RFC 5280 §5
 */
export type RevocationLists = (uri: string) => Promise<Uint8Array>

/** What verifying needs of the world. `walletPorts()` are the product's. */
export type WalletPorts = { trustAnchors: TrustAnchors; statusLists: StatusLists; revocationLists: RevocationLists }

/** Who asks: the key and certificates (DER, leaf first, no root) that sign request objects. */
export type VerifierIdentity = {
  clientId: string
  /** PKCS #8, PEM, P-256. */
  privateKey: string
  chain: readonly Uint8Array[]
}

/** By type, what the certificates of issuers that count name as the key above them; base64url. */
export type KeyIdentifiers = Readonly<Partial<Record<CredentialTypeName, readonly string[]>>>

/** @see ./request/create-request.ts */
export type CreatePresentationRequest = (asked: {
  clientId: string
  fields: readonly WalletField[]
  /** Types that may answer: what the company narrowed to, or all; none that can tell all fields → null. */
  types: readonly CredentialTypeName[]
  /** Named to the wallet, by type; left out where the wallet is told nothing of issuers. */
  authorities?: KeyIdentifiers
  channel: { responseMode: 'direct_post' | 'direct_post.jwt'; responseUri: string } | { responseMode: 'dc_api.jwt'; origin: string }
}) => Promise<PresentationRequest | null>

/** @see ./request/sign-request-object.ts */
export type SignRequestObject = (
  request: PresentationRequest,
  identity: VerifierIdentity,
  at: { now: Date /** As the wallet posted it. */; walletNonce?: string },
) => Promise<string>

/** @see ./response/open-response.ts */
export type OpenResponse = (request: PresentationRequest, parameters: ResponseParameters) => Promise<Opened | Refused>

/** @see ./verify-presentation.ts */
export type VerifyPresentation = (request: PresentationRequest, opened: Opened, ports: WalletPorts, now: Date) => Promise<Verified | Refused>

/**
 * The service's own: from WALLET_KEY, WALLET_CHAIN and WALLET_CLIENT_ID; a generated one beside the embedded database;
 * null where there is neither, and no wallet can be asked.
 * @see ./identity/verifier-identity.ts
 */
export type FindVerifierIdentity = () => Promise<VerifierIdentity | null>
