import { ASSURANCES } from '#lib/users/assurance'
import {
  ACCOUNT_DISABLED,
  ACCOUNT_ENABLED,
  ASSURANCE_LEVEL_CHANGE,
  CREDENTIAL_CHANGE,
  SESSION_REVOKED,
  STREAM_UPDATED,
  VERIFICATION,
} from './signals'

/** What a signal is made of: the data of its event, or its own. */
export type SignalData = {
  sub?: string
  reason?: string
  state?: string
  status?: string
  current_level?: string
  previous_level?: string
}

export const ASSURANCE_NAMESPACE = 'urn:signet:assurance'

/** The level of somebody of whom nothing asked for is proven. */
export const NO_LEVEL = 'none'

/** How a log-in can be proven is no company's business, so what changed is always called this. */
export const CREDENTIAL = 'signet-login'

const LEVELS: readonly string[] = [NO_LEVEL, ...ASSURANCES]

/** Who caused it, in the words of CAEP §2. A token that came twice ends access by rule, whoever brought it. */
const INITIATORS: Record<string, string> = { person: 'user', app: 'admin', token_replay: 'policy' }

/** For those who run the receiver, as the interoperability profile demands of every signal of CAEP. */
const because = (text: string) => ({ reason_admin: { en: text } })

/**
 * What a signal says beside its subject. Nothing in it tells the end of an account from a withdrawal, or which way of
 * logging in somebody changed.
 * @param at when it is told, in seconds; never when something happened elsewhere
 * @see OpenID CAEP 1.0 §3, OpenID RISC 1.0 §2, OpenID Shared Signals Framework 1.0 §8.1.4, §8.1.5
 */
export function payloadOf(uri: string, data: SignalData, at: number): Record<string, unknown> {
  const caep = { event_timestamp: at }
  switch (uri) {
    case SESSION_REVOKED:
      return { ...caep, initiating_entity: INITIATORS[data.reason ?? ''] ?? 'system', ...because('The app no longer has access to this account.') }
    case CREDENTIAL_CHANGE:
      return {
        ...caep,
        credential_type: CREDENTIAL,
        change_type: 'update',
        initiating_entity: 'user',
        ...because('A way to log in to this account was changed in the last 24 hours.'),
      }
    case ASSURANCE_LEVEL_CHANGE:
      return { ...caep, ...levels(data), ...because('What this account is proven by has changed.') }
    case VERIFICATION:
      return data.state === undefined ? {} : { state: data.state }
    case STREAM_UPDATED:
      return { status: data.status, reason: data.reason }
    case ACCOUNT_DISABLED:
    case ACCOUNT_ENABLED:
      return {}
    default:
      throw new Error('no such signal')
  }
}

function levels({ current_level = NO_LEVEL, previous_level = NO_LEVEL }: SignalData) {
  const isUp = LEVELS.indexOf(current_level) > LEVELS.indexOf(previous_level)
  return { namespace: ASSURANCE_NAMESPACE, current_level, previous_level, change_direction: isUp ? 'increase' : 'decrease' }
}
