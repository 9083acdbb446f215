import { exportJWK, generateKeyPair } from 'jose'
import { CREDENTIAL_TYPES, type CredentialId, type CredentialType } from '../catalogue'
import type { WalletClaims } from '../types'
import type { Authority } from './authority'
import { issueMdoc } from './issue-mdoc'
import { issueSdJwt } from './issue-sd-jwt'
import type { Credential, IssueOptions, Issuing } from './types'

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
