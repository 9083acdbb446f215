import type { JWK } from 'jose'
import { exportJWK, generateKeyPair } from 'jose'
import { CREDENTIAL_TYPES, type CredentialId, type CredentialType } from '../catalogue'
import type { WalletClaims } from '../types'
import type { Authority } from './authority'
import { issueMdoc, type MdocCredential } from './issue-mdoc'
import { issueSdJwt, type SdJwtCredential } from './issue-sd-jwt'

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

const DAY_MS = 86_400_000

/** Issues a credential of any catalogued type, bound to a key of its own. */
export async function issueCredential(authority: Authority, id: CredentialId, claims: WalletClaims, options: IssueOptions = {}): Promise<Credential> {
  const type = CREDENTIAL_TYPES.find((each) => each.id === id) as CredentialType
  const { publicKey, privateKey } = await generateKeyPair('ES256', { extractable: true })
  const [from, until] = (options.validDays ?? [-1, 14]).map((days) => new Date(Date.now() + days * DAY_MS)) as [Date, Date]
  const issuing: Issuing = { authority, type, claims, holder: await exportJWK(publicKey), from, until, options }
  const deviceKey = await exportJWK(privateKey)
  return type.format === 'mso_mdoc' ? { id, deviceKey, ...issueMdoc(issuing) } : { id, deviceKey, ...(await issueSdJwt(issuing)) }
}
