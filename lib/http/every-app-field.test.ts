import { afterAll, beforeAll, expect, it } from 'vitest'
import { APP_FIELDS, type AppFields } from '#lib/apps/fields'
import { readAuditQuery } from '#lib/audit/filter'
import { listAudit } from '#lib/audit/list-audit'
import { TestDns } from '#lib/core/testing/test-dns'
import { LOCALES } from '#lib/i18n/locales'
import { MESSAGES } from '#lib/i18n/messages'
import { aCaller, bodyOf, call } from './test-call'

const FIRST = { name: 'Shop', redirect_uris: ['https://shop.example/cb'], scopes: ['openid'] }

/** For each field a value that a new app does not have. */
const OTHER: AppFields = {
  name: 'Other shop',
  redirect_uris: ['https://shop.example/other'],
  post_logout_redirect_uris: ['https://shop.example/goodbye'],
  backchannel_logout_uri: 'https://shop.example/logged-out',
  backchannel_logout_session_required: true,
  scopes: ['openid', 'email'],
  require_auth_time: true,
  omit_iss_in_errors: true,
  logo_uri: 'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  brand_color: '#aa5500',
  tos_uri: 'https://shop.example/terms',
  policy_uri: 'https://shop.example/privacy',
  support_uri: 'https://shop.example/help',
  mail_domains: ['shop.example'],
  status: 'inactive',
}

/** The same as it is answered: a logo at an address of ours. */
const ANSWERED = { ...OTHER, logo_uri: expect.stringMatching(/^http:\/\/localhost:\d+\/app-logos\/lgo_\w{22}$/) as string }

const NAMES = Object.keys(APP_FIELDS) as (keyof AppFields)[]

let dns: TestDns

beforeAll(async () => {
  dns = await TestDns.start()
  process.env.DNS_SERVERS = dns.address
})
afterAll(() => dns.close())

it.each(NAMES)('%s, once changed, is stored, answered and in the audit log', async (name) => {
  const caller = await aCaller()
  const created = await bodyOf<AppFields & { id: string }>(await call(caller, 'POST /api/v1/apps', { body: FIRST }))
  dns.set('_signet.shop.example', `signet-app=${created.id}`)
  const changed = await call(caller, 'PATCH /api/v1/apps/:id', { id: created.id, body: { [name]: OTHER[name] } })
  expect([changed.status, (await bodyOf(changed))[name]]).toEqual([200, ANSWERED[name]])
  const read = await bodyOf(await call(caller, 'GET /api/v1/apps/:id', { id: created.id }))
  expect(read).toEqual({ ...created, client_secret: undefined, [name]: ANSWERED[name], updated_at: read.updated_at })
  const [line] = (await listAudit(caller.actor.companyId, readAuditQuery({}).filter, undefined)).lines
  expect(line).toMatchObject({ action: 'app.updated', changes: [{ field: name, before: created[name], after: ANSWERED[name] }] })
})

it('a new app is given what is sent for it, and the audit log has it', async () => {
  const caller = await aCaller()
  const { status: _, mail_domains: _m, ...given } = OTHER
  const { status: __, mail_domains: __m, ...answered } = ANSWERED
  const created = await bodyOf<{ id: string }>(await call(caller, 'POST /api/v1/apps', { body: given }))
  expect(await bodyOf(await call(caller, 'GET /api/v1/apps/:id', { id: created.id }))).toMatchObject(answered)
  const line = (await listAudit(caller.actor.companyId, readAuditQuery({}).filter, undefined)).lines.find(({ action }) => action === 'app.created')
  expect(Object.fromEntries((line?.changes ?? []).map(({ field, after }) => [field, after]))).toMatchObject(answered)
})

it.each(LOCALES)('the audit log has a word for every field: %s', (locale) => {
  expect(NAMES.filter((name) => !Object.hasOwn(MESSAGES[locale].audit.fields, name))).toEqual([])
})
