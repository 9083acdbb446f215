import { env } from '#lib/core/env'
import { type CredentialTypeName, isWalletField, typesThatTell } from '#lib/wallet/catalogue'

type Asked = { fields: readonly string[]; credentialTypes: readonly string[]; isContest?: boolean; isRecovery?: boolean }

/**
 * The types of credentials that can answer a session: those that tell every field of it, narrowed to what its company
 * wants. None where a face is asked for, which no wallet has, and where a document is to be shown with one.
 * @param isTried in a test environment specimens stand for all of them, and nothing else is asked for
 */
export function typesFor({ fields, credentialTypes, isContest, isRecovery }: Asked, isTried: boolean): CredentialTypeName[] {
  if (isContest || isRecovery || !fields.every(isWalletField)) return []
  const of = isTried ? 'specimens' : env().EMBEDDED ? 'all' : 'real'
  const all = typesThatTell(fields.filter(isWalletField), of).map(({ type }) => type as CredentialTypeName)
  return isTried || credentialTypes.length === 0 ? all : all.filter((type) => credentialTypes.includes(type))
}
