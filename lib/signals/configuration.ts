import { env } from '#lib/core/env'
import { POLL, PUSH } from './schema'

/**
 * What a receiver needs to know to ask for signals. The bearer token is an API key, which a company makes in its panel: a
 * token that was issued out of band.
 * @see OpenID Shared Signals Framework 1.0 §7.1
 */
export function transmitterConfiguration() {
  const issuer = env().BASE_URL
  const at = (path: string) => `${issuer}/api/v1/ssf/${path}`
  return {
    spec_version: '1_0',
    issuer,
    jwks_uri: `${issuer}/.well-known/jwks.json`,
    delivery_methods_supported: [PUSH, POLL],
    configuration_endpoint: at('stream'),
    status_endpoint: at('status'),
    add_subject_endpoint: at('subjects:add'),
    remove_subject_endpoint: at('subjects:remove'),
    verification_endpoint: at('verify'),
    default_subjects: 'ALL',
    authorization_schemes: [{ spec_urn: 'urn:ietf:rfc:6749' }, { spec_urn: 'urn:ietf:rfc:6750' }],
  }
}
