const CAEP = 'https://schemas.openid.net/secevent/caep/event-type/'
const RISC = 'https://schemas.openid.net/secevent/risc/event-type/'
const SSF = 'https://schemas.openid.net/secevent/ssf/event-type/'

export const SESSION_REVOKED = `${CAEP}session-revoked`
export const CREDENTIAL_CHANGE = `${CAEP}credential-change`
export const ASSURANCE_LEVEL_CHANGE = `${CAEP}assurance-level-change`
export const ACCOUNT_DISABLED = `${RISC}account-disabled`
export const ACCOUNT_ENABLED = `${RISC}account-enabled`
export const VERIFICATION = `${SSF}verification`
export const STREAM_UPDATED = `${SSF}stream-updated`

/**
 * What a stream can be asked for. `account-purged` is not among them: it would tell the end of an account from a
 * withdrawal, and everybody of the moment at which it ended.
 * @see OpenID CAEP 1.0 §3, OpenID RISC 1.0 §2
 */
export const SUPPORTED = [SESSION_REVOKED, CREDENTIAL_CHANGE, ASSURANCE_LEVEL_CHANGE, ACCOUNT_DISABLED, ACCOUNT_ENABLED] as const

/**
 * Signals that are events of the company's log seen from here. The end of an account is a withdrawal in that log, at a
 * moment of its own, and so it is here. The function `place_events` says the same.
 */
export const OF_EVENTS = {
  'authorization.withdrawn': [SESSION_REVOKED, ACCOUNT_DISABLED],
  'authorization.granted': [ACCOUNT_ENABLED],
} as const

/** What is delivered of what was asked for. */
export const deliveredOf = (requested: readonly string[]): string[] => SUPPORTED.filter((uri) => requested.includes(uri))
