import type { JWK } from 'jose'
import type { CredentialId, CredentialType, WalletField } from '../catalogue'
import type { Tagged } from '../encoding/cbor'
import type { Encodable } from '../encoding/encode-cbor'
import type { DcqlQuery, PresentationRequest, WalletClaims } from '../types'
import type { Authority } from './authority'

export type MdocCredential = { items: { field: WalletField; tagged: Tagged }[]; issuerAuth: Encodable[] }
export type SdJwtCredential = { issuerJwt: string; disclosures: { field: WalletField; text: string }[] }

/** What a wallet holds: the credential, and the key that it is bound to. */
export type Credential = { id: CredentialId; deviceKey: JWK } & (SdJwtCredential | MdocCredential)

export type IssueOptions = {
  /** Days from now. */
  validDays?: readonly [number, number]
  /** Where its status is kept. */
  status?: { idx: number; uri: string }
  /** Changes what is signed: the payload of the JWT, the MSO. */
  bend?: (signed: Record<string, unknown>) => Record<string, unknown>
  /** Changes the header of the JWT. */
  header?: Record<string, unknown>
}

export type Issuing = {
  authority: Authority
  type: CredentialType
  claims: WalletClaims
  /** The public half of the device's key. */
  holder: JWK
  from: Date
  until: Date
  options: IssueOptions
}

/** What a wallet reads in a request object. */
export type RequestObject = {
  client_id: string
  response_mode: PresentationRequest['responseMode']
  response_uri?: string
  expected_origins?: string[]
  nonce: string
  state?: string
  dcql_query: DcqlQuery
  client_metadata: { jwks?: { keys: JWK[] } }
}
