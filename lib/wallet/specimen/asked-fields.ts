import { CREDENTIAL_TYPES, type CredentialType, isWalletField, type WalletField } from '../catalogue'
import type { Misbehaviour } from './misbehaviour'
import type { Credential, RequestObject } from './types'

/** The fields that a request asks of a credential, by its query's paths; of another credential all it has. */
export function askedFields(request: RequestObject, { id }: Pick<Credential, 'id'>): WalletField[] {
  const type = CREDENTIAL_TYPES.find((each) => each.id === id) as CredentialType
  const query = request.dcql_query.credentials.find((each) => each.id === id)
  const fields = Object.keys(type.claims).filter(isWalletField)
  if (!query) return fields
  const paths = query.claims.map(({ path }) => JSON.stringify(path))
  return fields.filter((field) =>
    paths.includes(JSON.stringify([...(type.namespace === null ? [] : [type.namespace]), ...(type.claims[field] ?? [])])),
  )
}

/** The same, without what the wallet hides. */
export const disclosedFields = (request: RequestObject, credential: Credential, { hide = [], hidesOne }: Misbehaviour) =>
  askedFields(request, credential).filter((field, index) => !hide.includes(field) && !(hidesOne && index === 0))
