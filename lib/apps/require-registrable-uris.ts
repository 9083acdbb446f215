import { ApiError } from '#lib/core/api-error'
import { ownAddresses } from './own-addresses'
import { MAX_CHARACTERS, type RedirectUriFault, redirectUriFault } from './redirect-uri-rules'

const EXPLANATION: Record<RedirectUriFault, string> = {
  too_long: `is longer than ${MAX_CHARACTERS} characters`,
  bad_characters: 'holds spaces, control characters or characters that must be percent-encoded',
  not_absolute: 'is not an absolute URI',
  bad_percent_encoding: 'has a % that is not followed by two hexadecimal digits',
  fragment: 'must not have a fragment (#…)',
  wildcard: 'must not have a wildcard; addresses are compared character for character',
  user_info: 'must not have a user name or password',
  http_needs_loopback: 'must be https; http is allowed on localhost, 127.0.0.1 and [::1] only',
  scheme_not_allowed: 'needs https, or for public clients a private-use scheme with a dot such as com.example.app:/callback',
  private_scheme_needs_public_client: 'uses a private-use scheme, which is for public clients only',
  answer_parameter: 'must not have code, state, iss, error or another parameter of an answer in its query',
  own_origin: 'is an address of this server itself',
}

const LISTS = ['redirect_uris', 'post_logout_redirect_uris'] as const

/** @throws ApiError `invalid_redirect_uri` naming the list, the address and the fault */
export function requireRegistrableUris(fields: Partial<Record<(typeof LISTS)[number], string[]>>, app: { id: string; isPublic: boolean }): void {
  for (const list of LISTS) {
    const registrant = { isPublic: app.isPublic, ...ownAddresses(list === 'redirect_uris' ? app.id : null) }
    const uris = fields[list] ?? []
    for (const uri of uris) {
      const fault = redirectUriFault(uri, registrant)
      if (fault) throw new ApiError('invalid_redirect_uri', `${list}: ${JSON.stringify(uri.slice(0, 200))} ${EXPLANATION[fault]}`)
    }
    const twice = uris.find((uri, index) => uris.indexOf(uri) !== index)
    if (twice) throw new ApiError('invalid_redirect_uri', `${list}: ${JSON.stringify(twice)} is listed twice`)
  }
}
