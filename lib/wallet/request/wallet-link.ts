/**
 * The link on a phone, and in the QR code: where the request is, and nothing about anybody.
 * @param scheme such as `openid4vp://`
 * @see OpenID4VP 1.0 §5, §5.10
 */
export const walletLink = (scheme: string, clientId: string, requestUri: string): string =>
  `${scheme}?${new URLSearchParams({ client_id: clientId, request_uri: requestUri, request_uri_method: 'post' })}`
