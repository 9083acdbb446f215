/** Fields of the panel's forms that may wait for whoever filled them in to log in again. No password, no proof, no secret is among them. */
export const FORM_FIELDS = {
  app: [
    'client_type',
    'name',
    'redirect_uris',
    'post_logout_redirect_uris',
    'scope',
    'require_auth_time',
    'omit_iss_in_errors',
    'brand_color',
    'tos_uri',
    'policy_uri',
    'support_uri',
  ],
  key: ['name', 'days', 'permissions', 'networks'],
  keyTerms: ['permissions', 'networks'],
  webhook: ['url', 'event_types', 'signature'],
  member: ['email', 'role'],
  verification: ['client_id', 'fields', 'min_assurance', 'reference', 'redirect_uri', 'expires_in', 'locale'],
  company: ['name', 'legal_name', 'registration_number', 'country', 'website'],
  // What is kept is asked for in the address.
  audit: [],
} as const
