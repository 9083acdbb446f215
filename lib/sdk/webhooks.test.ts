import { describe, expect, it } from 'vitest'
import { newSigningSecret, publicKeyOf, signedHeaders } from '#lib/webhooks/signing'
import { readWebhook } from './webhooks'

const body = JSON.stringify({ id: 'evt_1', type: 'app.created', created_at: '2026-11-21T09:30:00Z', api_version: '2026-11-21', data: {} })
const now = 1_795_253_400_000
const [v1, v1a] = [newSigningSecret('v1'), newSigningSecret('v1a')]
const signed = (secrets: string[], seconds = now / 1000) => signedHeaders(secrets, 'evt_1', seconds, body)

describe.each([
  ['v1', v1, { secret: v1 }],
  ['v1a', v1a, { publicKey: String(publicKeyOf(v1a)) }],
] as const)('a webhook of the kind %s', (kind, secret, trust) => {
  const read = (headers: Record<string, string>, text = body) => readWebhook({ headers, body: text }, trust, now)

  it('is read when we signed it, also beside another signature', () => {
    expect(read(signed([secret]))).toMatchObject({ type: 'app.created' })
    expect(read(signed([newSigningSecret(kind), secret]))).toMatchObject({ id: 'evt_1' })
    expect(readWebhook({ headers: new Headers(signed([secret])), body: Buffer.from(body) }, trust, now)).not.toBeNull()
  })

  it.each<[string, () => unknown]>([
    ['a changed body', () => read(signed([secret]), body.replace('created', 'updated'))],
    ['another id', () => read({ ...signed([secret]), 'webhook-id': 'evt_2' })],
    ['another time', () => read({ ...signed([secret]), 'webhook-timestamp': String(now / 1000 - 1) })],
    ['six minutes', () => read(signed([secret], now / 1000 - 360))],
    ['another secret', () => read(signed([newSigningSecret(kind)]))],
    ['no header', () => read({})],
    ['headers that are no text', () => readWebhook({ headers: { 'webhook-signature': ['v1,x'] }, body }, trust, now)],
  ])('is nothing with %s', (_, given) => expect(given()).toBeNull())
})
