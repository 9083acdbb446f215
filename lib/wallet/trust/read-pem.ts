const CERTIFICATE = /-----BEGIN CERTIFICATE-----([A-Za-z0-9+/=\s]+)-----END CERTIFICATE-----/g

/** The certificates in a text, DER, in its order. @see RFC 7468 §5 */
export const certificatesIn = (text: string): Uint8Array[] =>
  [...text.matchAll(CERTIFICATE)].map(([, body = '']) => new Uint8Array(Buffer.from(body, 'base64')))
