import sharp from 'sharp'
import { afterAll, describe, expect, it } from 'vitest'
import { closeDatabase } from '#lib/core/db'
import { aCaller, bodyOf, call } from '#lib/http/test-call'

afterAll(closeDatabase)

const picture = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 4, background: { r: 200, g: 0, b: 0, alpha: 1 } } })
    .withExif({ IFD0: { Make: 'Camera of Anna' } })
    .png()
    .toBuffer()
const dataUri = (bytes: Buffer, type = 'png') => `data:image/${type};base64,${bytes.toString('base64')}`

const NEW = { name: 'Shop', redirect_uris: ['https://shop.example/cb'], scopes: ['openid'] }
type App = { id: string; logo_uri: string | null; error?: string; message?: string }

async function anApp(logo_uri: unknown) {
  const caller = await aCaller()
  const answer = await call(caller, 'POST /api/v1/apps', { body: { ...NEW, logo_uri } })
  return { caller, status: answer.status, app: await bodyOf<App>(answer) }
}

const served = async (address: string) => call(null, 'GET /app-logos/:id', { id: address.split('/').at(-1) })

describe('a logo', () => {
  it('is served by us, drawn anew as a square PNG with nothing of the file that was sent', async () => {
    const sent = await picture(300, 100)
    expect(sent.includes('Camera of Anna')).toBe(true)
    const { status, app } = await anApp(dataUri(sent))
    expect(status).toBe(201)
    const answer = await served(app.logo_uri as string)
    const bytes = Buffer.from(await answer.arrayBuffer())
    expect(answer.headers.get('content-type')).toBe('image/png')
    expect(answer.headers.get('content-security-policy')).toBe("default-src 'none'; sandbox")
    expect(await sharp(bytes).metadata()).toMatchObject({ format: 'png', width: 160, height: 160, hasAlpha: true })
    expect(bytes.includes('Camera of Anna')).toBe(false)
  })

  it('stays when its own address is sent back, and goes with null', async () => {
    const { caller, app } = await anApp(dataUri(await picture(8, 8)))
    const change = async (body: object) => bodyOf<App>(await call(caller, 'PATCH /api/v1/apps/:id', { id: app.id, body }))
    expect((await change({ name: 'Other', logo_uri: app.logo_uri })).logo_uri).toBe(app.logo_uri)
    expect((await change({ name: 'Third' })).logo_uri).toBe(app.logo_uri)
    expect((await change({ logo_uri: null })).logo_uri).toBeNull()
    expect((await served(app.logo_uri as string)).status).toBe(404)
  })

  it('of another app is not one of this app', async () => {
    const [one, other] = [await anApp(dataUri(await picture(8, 8))), await anApp(null)]
    const answer = await call(other.caller, 'PATCH /api/v1/apps/:id', { id: other.app.id, body: { logo_uri: one.app.logo_uri } })
    expect([answer.status, (await bodyOf<App>(answer)).message]).toEqual([400, expect.stringContaining('is not the logo of this app')])
    expect((await anApp(one.app.logo_uri)).status).toBe(400)
  })

  it.each([
    ['a page', dataUri(Buffer.from('<html><script>x()</script></html>'), 'svg+xml'), 'PNG, JPEG or WebP'],
    ['a GIF', dataUri(Buffer.from('GIF89a'), 'gif'), 'neither'],
    ['a torn picture', dataUri(Buffer.from('\x89PNG\r\n\x1a\nxxxx', 'latin1')), 'PNG, JPEG or WebP'],
    ['this machine', 'https://127.0.0.1/logo.png', 'leads to no public server'],
    ['plain http', 'http://shop.example/logo.png', 'must be an https address'],
    ['a number', 7, 'logo_uri'],
  ])('%s is refused', async (_, given, why) => {
    const { status, app } = await anApp(given)
    expect([status, app.error, app.message]).toEqual([400, 'invalid_request', expect.stringContaining(why)])
  })
})

it.each([
  ['https://shop.example/terms?a=1#b', 200],
  [null, 200],
  ['http://shop.example/terms', 400],
  ['javascript:alert(1)', 400],
  ['https://shop.example@evil.example/', 400],
  ['https://shop.example\\@evil.example/', 400],
  [' https://shop.example/', 400],
  [`https://shop.example/${'a'.repeat(2000)}`, 400],
])('a link of an app to %.60s is answered with %s', async (address, status) => {
  const { caller, app } = await anApp(null)
  for (const field of ['tos_uri', 'policy_uri', 'support_uri']) {
    const answer = await call(caller, 'PATCH /api/v1/apps/:id', { id: app.id, body: { [field]: address } })
    expect([field, answer.status]).toEqual([field, status])
    if (status === 400) expect((await bodyOf<App>(answer)).message).toContain(field)
  }
})
