import type { CredentialId, CredentialType, CredentialTypeName, WalletField } from '../catalogue'
import { typesThatTell } from '../catalogue'
import type { CredentialQuery, DcqlQuery, KeyIdentifiers } from '../types'

/**
 * Asks for exactly these fields, of any one of the types that can tell them all: the wallet chooses which.
 * @param types that may answer; specimens are among them on the embedded default and in test environments alone
 * @returns null when none of them can tell all fields
 * @see OpenID4VP 1.0 §6, §7; Annex B.2.4 (`intent_to_retain`)
 */
export function buildQuery(fields: readonly WalletField[], types: readonly CredentialTypeName[], authorities: KeyIdentifiers = {}): DcqlQuery | null {
  const fitting = typesThatTell(fields, 'all').filter(({ type }) => (types as readonly string[]).includes(type))
  if (fitting.length === 0 || fields.length === 0) return null
  const credentials = fitting.map((each) => queryFor(each, fields, authorities[each.type as CredentialTypeName]))
  // Without sets the wallet would have to give all of them.
  return credentials.length === 1 ? { credentials } : { credentials, credential_sets: [{ options: credentials.map(({ id }) => [id]) }] }
}

function queryFor(
  { id, format, type, namespace, claims }: CredentialType,
  fields: readonly WalletField[],
  authorities: readonly string[] | undefined,
): CredentialQuery {
  const paths = fields.map((field) => [...(claims[field] ?? [])])
  return {
    id: id as CredentialId,
    format,
    require_cryptographic_holder_binding: true,
    meta: format === 'mso_mdoc' ? { doctype_value: type } : { vct_values: [type] },
    ...(authorities && { trusted_authorities: [{ type: 'aki', values: [...authorities] }] }),
    claims: paths.map((path) => (namespace === null ? { path } : { path: [namespace, ...path], intent_to_retain: true })),
  }
}
