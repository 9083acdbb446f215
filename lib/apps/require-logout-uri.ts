import { requireSendable } from '#lib/core/outside/require-sendable'

/** @throws ApiError `invalid_request` @see OpenID Connect Back-Channel Logout §2.2 */
export function requireLogoutUri(uri: string | null | undefined): void {
  if (uri) requireSendable('backchannel_logout_uri', uri)
}
