/** What is measured, and how much faster than the peer and how close to the limit it should be. */
export const ENDPOINTS = {
  exchange: { title: 'code exchange', expected: '2xx', overPeer: 3, ofLimit: 0.6 },
  refresh: { title: 'refresh', expected: '2xx', overPeer: 3, ofLimit: 0.6 },
  userinfo: { title: 'userinfo', expected: '2xx', overPeer: 3, ofLimit: 0.6 },
  introspect: { title: 'introspection', expected: '2xx', overPeer: 3, ofLimit: 0.6 },
  authorize: { title: 'authorize, session and consent there', expected: '3xx', overPeer: 2, ofLimit: 0.5 },
  revoke: { title: 'revoke', expected: '2xx', overPeer: 3, ofLimit: 0.6 },
} as const

export type EndpointName = keyof typeof ENDPOINTS

export const ENDPOINT_NAMES = Object.keys(ENDPOINTS) as EndpointName[]

/** Proof Key for Code Exchange, the same for every code. @see RFC 7636 Appendix B */
export const VERIFIER = 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk'
export const CHALLENGE = 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM'

export const PEOPLE = 2000
export const REDIRECT_URI = 'https://client.example/callback'
export const SCOPE = 'openid email offline_access'
