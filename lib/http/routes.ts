import { missingEndpoint } from './company-route'
import type { Endpoint } from './endpoint'
import { appLogoEndpoint } from './endpoints/app-logo'
import { authorizeEndpoint } from './endpoints/authorize'
import { consentEndpoint } from './endpoints/consent'
import { endSessionEndpoint } from './endpoints/end-session'
import { eventEndpoints } from './endpoints/events'
import { introspectEndpoint } from './endpoints/introspect'
import { managementEndpoints } from './endpoints/management'
import { openApiEndpoint } from './endpoints/openapi'
import { pushAuthorizationEndpoint } from './endpoints/push-authorization'
import { requestLogEndpoints } from './endpoints/request-log'
import { resumeEndpoint } from './endpoints/resume'
import { revokeEndpoint } from './endpoints/revoke'
import { signalEndpoints, ssfConfigurationEndpoint } from './endpoints/signals'
import { tokenEndpoint } from './endpoints/token'
import { userinfoEndpoint } from './endpoints/userinfo'
import { verificationPicturesEndpoint } from './endpoints/verification-pictures'
import { verificationProgressEndpoint } from './endpoints/verification-progress'
import { verificationSpecimenEndpoint } from './endpoints/verification-specimen'
import { verificationEndpoints } from './endpoints/verifications'
import { walletEndpoints } from './endpoints/wallet'
import { webhookEndpoints } from './endpoints/webhooks'
import { authorizationServerEndpoint, jwksEndpoint, openidConfigurationEndpoint } from './endpoints/well-known'
import { changePasswordEndpoint, securityTxtEndpoint } from './endpoints/well-known-site'

/** Every endpoint there is, most specific first. `app/**` exports the same ones by path. */
export const ROUTES: readonly Endpoint[] = [
  openidConfigurationEndpoint,
  authorizationServerEndpoint,
  jwksEndpoint,
  ssfConfigurationEndpoint,
  changePasswordEndpoint,
  securityTxtEndpoint,
  authorizeEndpoint,
  consentEndpoint,
  resumeEndpoint,
  tokenEndpoint,
  userinfoEndpoint,
  revokeEndpoint,
  introspectEndpoint,
  pushAuthorizationEndpoint,
  endSessionEndpoint,
  openApiEndpoint,
  appLogoEndpoint,
  ...managementEndpoints,
  ...requestLogEndpoints,
  ...eventEndpoints,
  ...webhookEndpoints,
  ...signalEndpoints,
  ...verificationEndpoints,
  verificationPicturesEndpoint,
  verificationProgressEndpoint,
  verificationSpecimenEndpoint,
  ...walletEndpoints,
]

/** Prefixes whose unknown paths answer in JSON. */
export const MISSING_API = missingEndpoint('/api/*')
export const MISSING_V1 = missingEndpoint('/v1/*')
