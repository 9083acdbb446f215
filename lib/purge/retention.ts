import { INVITE_SECONDS } from '#lib/companies/members/invite-member'
import { REFRESH_TOKEN_SECONDS } from '#lib/oauth/lifetimes'
import { BOUNCE_DAYS, KEEP_SECONDS as FORWARDED_SECONDS, HELD } from '#lib/relay/limits'
import { UNDO_HOURS } from '#lib/users/account/address-undo-store'
import { GRACE_DAYS } from '#lib/users/account/request-deletion'
import type { EXPIRING } from './store'

type Expiring = (typeof EXPIRING)[number]

const DAY = 24 * 3600

/** For how long at most, in the unit that people say it in. */
export type Duration = { unit: 'hours' | 'days' | 'months'; count: number }

/** What is kept, as people are told of it, and for how long at most. */
export const RETENTION = {
  steps: { unit: 'hours', count: 24 },
  guesses: { unit: 'days', count: 90 },
  tokens: { unit: 'days', count: REFRESH_TOKEN_SECONDS / DAY },
  logs: { unit: 'days', count: 31 },
  mail: { unit: 'hours', count: FORWARDED_SECONDS / 3600 },
  held: { unit: 'days', count: HELD.seconds / DAY },
  traces: { unit: 'days', count: BOUNCE_DAYS },
  correspondents: { unit: 'months', count: 12 },
  undo: { unit: 'hours', count: UNDO_HOURS },
  recovery: { unit: 'days', count: 17 },
  invites: { unit: 'days', count: INVITE_SECONDS / DAY },
  pictures: { unit: 'hours', count: 24 },
  verdicts: { unit: 'months', count: 12 },
  account: { unit: 'days', count: GRACE_DAYS },
  ended: { unit: 'days', count: 30 },
} as const satisfies Record<string, Duration>

export type Kept = keyof typeof RETENTION

/** Every table that the purge clears, under what people are told of it; null where it is about nobody. The compiler misses one that is new. */
export const TOLD_AS: Record<Expiring, Kept | null> = {
  access_tokens: 'tokens',
  ended_secrets: 'ended',
  authorization_codes: 'steps',
  refresh_tokens: 'tokens',
  interactions: 'steps',
  pushed_requests: 'steps',
  user_sessions: 'tokens',
  staff_sessions: 'tokens',
  login_throttles: 'guesses',
  mail_links: 'steps',
  address_undos: 'undo',
  staff_tokens: 'steps',
  staff_invites: 'invites',
  pending_log_ins: 'steps',
  staff_pending_log_ins: 'steps',
  passkey_challenges: 'steps',
  staff_passkey_challenges: 'steps',
  idempotent_answers: 'steps',
  playground_runs: 'steps',
  outgoing_mails: 'invites',
  forwarded_messages: 'held',
  test_mails: 'traces',
  role_mails: 'traces',
  dkim_keys: null,
  mail_outcomes: 'traces',
  reverse_addresses: 'correspondents',
  replies: 'traces',
  domain_sizes: null,
  alias_senders: 'traces',
  document_recoveries: 'recovery',
  verification_handoffs: 'steps',
  wallet_requests: 'steps',
  events: 'logs',
  webhook_deliveries: 'logs',
  fetched_lists: null,
  request_lines: 'logs',
  request_counts: 'logs',
  request_days: 'logs',
  activity_counts: 'logs',
  company_activity: 'logs',
  status_days: null,
}
