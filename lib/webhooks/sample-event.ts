import { EVENT_DATA, type EventData, type EventType } from '#lib/events/types'

const APP = 'app_0000000000000000000000'
const SUB = '0000000000000000000000'

const authorization = (reason: 'person' | 'token_replay', scopes: EventData<'authorization.granted'>['scopes']) => ({
  app_id: APP,
  sub: SUB,
  scopes,
  reason,
})

const verification = (status: EventData<'verification.failed'>['status']): EventData<'verification.failed'> => ({
  app_id: APP,
  verification_id: 'ver_0000000000000000000000',
  reference: 'order-1',
  status,
  result:
    status === 'verified'
      ? {
          outcome: 'verified',
          fields: { age_over_18: 'verified' },
          assurance: 'person',
          checks: { mrz_check_digits: 'pass', expiry: 'pass', viz_consistency: 'pass', face_match: 'pass' },
          verified_at: '2026-01-01T00:00:00Z',
        }
      : null,
  failure: status === 'failed' || status === 'retry_required' ? { code: 'image_blurry', retryable: status === 'retry_required' } : null,
})

const OF_PEOPLE: { [Type in EventType]?: EventData<Type> } = {
  'authorization.granted': authorization('person', ['openid', 'email']),
  'authorization.changed': authorization('person', ['openid']),
  'authorization.withdrawn': authorization('person', []),
  'alias.disabled': { app_id: APP, sub: SUB },
  'alias.enabled': { app_id: APP, sub: SUB },
  'verification.processing': verification('processing'),
  'verification.verified': verification('verified'),
  'verification.retry_required': verification('retry_required'),
  'verification.failed': verification('failed'),
  'verification.canceled': verification('canceled'),
  'verification.expired': verification('expired'),
}

const ABOUT: Record<string, object> = {
  app: { app_id: APP },
  api_key: { api_key_id: 'key_0000000000000000000000' },
  member: { member_id: 'stf_0000000000000000000000' },
  company: {},
  webhook: { webhook_id: 'whk_0000000000000000000000' },
}

/** Made-up data of a type, for whoever tries an address out: ids of zeros, which belong to nobody. */
export const sampleData = (type: EventType): object =>
  EVENT_DATA[type].parse(OF_PEOPLE[type] ?? { ...ABOUT[type.slice(0, type.indexOf('.'))], actor: { kind: 'system', id: null } })
