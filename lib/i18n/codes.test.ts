import { describe, expect, it } from 'vitest'
import { createAppInput, updateAppInput } from '#lib/apps/contract'
import { APP_STATUSES, CLIENT_TYPES } from '#lib/apps/schema'
import { KEY_PERMISSIONS } from '#lib/companies/keys/key-permissions'
import { STAFF_ROLES } from '#lib/companies/permissions'
import { verificationStatus } from '#lib/companies/schema'
import { TOLD_REASONS } from '#lib/oauth/told-reasons'
import { PARTS } from '#lib/ops/status/parts'
import { SCOPES } from '#lib/scopes/catalog'
import { STREAM_STATUSES } from '#lib/signals/schema'
import { DEMO_KINDS } from '#lib/test-environments/kinds'
import { FAILURES, FIELD_NAMES, STATUSES } from '#lib/verifications/schema'
import { SPECIMENS } from '#lib/wallet/catalogue'
import { MISBEHAVIOUR_NAMES } from '#lib/wallet/specimen/misbehaviour'
import { createWebhookInput, updateWebhookInput } from '#lib/webhooks/contract'
import { DISABLED_REASONS, SIGNATURES, WEBHOOK_STATUSES } from '#lib/webhooks/schema'
import { LOCALES } from './locales'
import { MESSAGES, type Messages } from './messages'

/** Codes that reach a page of the panel, as their own lists have them, and where their words are. */
const CODES: [what: string, codes: readonly string[], words: (messages: Messages) => object, key?: (code: string) => string][] = [
  ['values in the audit log: roles', STAFF_ROLES, ({ audit }) => audit.values],
  ['values in the audit log: standing of a company', verificationStatus.options, ({ audit }) => audit.values],
  ['values in the audit log: kinds of app', CLIENT_TYPES, ({ audit }) => audit.values],
  ['values in the audit log: statuses', [...APP_STATUSES, ...WEBHOOK_STATUSES, ...STREAM_STATUSES], ({ audit }) => audit.values],
  ['values in the audit log: permissions of keys', KEY_PERMISSIONS, ({ audit }) => audit.values],
  ['fields in the audit log: of apps', [...keysOf(createAppInput), ...keysOf(updateAppInput)], ({ audit }) => audit.fields],
  ['fields in the audit log: of webhooks', [...keysOf(createWebhookInput), ...keysOf(updateWebhookInput)], ({ audit }) => audit.fields],
  ['reasons beside a request', TOLD_REASONS, ({ requests }) => requests.reasons],
  ['statuses of a verification', STATUSES, ({ companyVerifications }) => companyVerifications, (code) => `status_${code}`],
  ['why a verification failed', FAILURES, ({ verificationFailures }) => verificationFailures],
  ['fields of a verification', FIELD_NAMES, ({ companyVerifications }) => companyVerifications.fields],
  ['why a webhook is off', DISABLED_REASONS, ({ webhooks }) => webhooks, (code) => `off_${code}`],
  ['signatures of a webhook', SIGNATURES, ({ webhooks }) => webhooks, (code) => `signature_${code}`],
  ['scopes', SCOPES.map(({ name }) => name), ({ scopes }) => scopes],
  ['demo people', DEMO_KINDS, ({ demoPeople }) => demoPeople.kinds],
  ['parts of the service', PARTS, ({ status }) => status],
  ['what a specimen wallet holds', SPECIMENS.map(({ id }) => id), ({ specimenWallet }) => specimenWallet.formats],
  ['what a specimen wallet does wrong', MISBEHAVIOUR_NAMES, ({ specimenWallet }) => specimenWallet.wrongs],
]

function keysOf(schema: { shape: object }): string[] {
  return Object.keys(schema.shape)
}

describe.each(LOCALES)('in %s a page has words for every code of', (locale) => {
  it.each(CODES)('%s', (_, codes, words, key = (code) => code) => {
    const there = words(MESSAGES[locale] as Messages)
    expect(codes.length).toBeGreaterThan(1)
    expect([...new Set(codes)].filter((code) => !Object.hasOwn(there, key(code)))).toEqual([])
  })
})
