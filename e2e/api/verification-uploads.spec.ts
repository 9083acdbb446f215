import { readFile } from 'node:fs/promises'
import sharp from 'sharp'
import { beginVerification } from '#lib/verifications/page/begin-verification'
import { chooseDocument } from '#lib/verifications/page/take-pictures'
import { aSpecimen } from '../fixtures/specimens'
import { expect, test } from '../fixtures/test'
import { aVerification, linkPath } from '../fixtures/verifications'
import { logInWithoutPages } from '../fixtures/visitor'
import { aCompany, aPerson } from '../fixtures/world'

/** A session that waits for the picture of a passport, and the browser it waits in. */
async function waiting(options: Parameters<typeof aVerification>[1] = {}) {
  const company = await aCompany()
  const session = await aVerification(company, options)
  const person = await aPerson()
  const visitor = { token: linkPath(session).split('/')[2] as string, userId: person.id }
  await beginVerification(visitor)
  await chooseDocument(visitor, 'passport')
  return { company, session, path: `${linkPath(session)}/pictures`, cookie: (await logInWithoutPages(person)).cookie }
}

async function send(server: string, path: string, picture: Buffer, headers: Record<string, string>) {
  const body = new FormData()
  body.set('kind', 'document')
  body.set('picture', new Blob([new Uint8Array(picture)]), 'picture')
  const response = await fetch(`${server}${path}`, { method: 'POST', body, headers: { accept: 'application/json', origin: server, ...headers } })
  return { status: response.status, error: ((await response.json()) as { error?: string }).error }
}

const plain = (width = 800, height = 600) => sharp({ create: { width, height, channels: 3, background: '#888' } })

/** Two frames, and not the same. */
const animation = () =>
  sharp(Buffer.alloc(400 * 600 * 3, 90).fill(200, 400 * 300 * 3), { raw: { width: 400, height: 600, channels: 3, pageHeight: 300 } })
    .webp({ loop: 0, delay: [100, 100] })
    .toBuffer()

const UPLOADS: [what: string, make: () => Promise<Buffer> | Buffer, status: number, error: string][] = [
  ['nothing', () => Buffer.alloc(0), 400, 'image_empty'],
  ['an SVG', () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>'), 400, 'image_type_not_supported'],
  ['a HEIC', () => readFile('e2e/fixtures/specimen.heic'), 400, 'image_type_not_supported'],
  ['an animation', animation, 400, 'image_animated'],
  ['a web page', () => Buffer.from('<!doctype html><script>alert(1)</script>'), 400, 'image_type_not_supported'],
  [
    'a JPEG that is a ZIP, too',
    async () => Buffer.concat([await plain().jpeg().toBuffer(), Buffer.from('PK\x03\x04'), Buffer.alloc(200)]),
    400,
    'image_holds_another_file',
  ],
  ['half a picture', async () => (await plain(1200, 900).jpeg().toBuffer()).subarray(0, 2000), 400, 'image_damaged'],
  [
    'a bomb of 16,000 by 16,000 pixels',
    () =>
      sharp({ create: { width: 16_000, height: 16_000, channels: 3, background: '#000' }, limitInputPixels: false })
        .png({ compressionLevel: 9 })
        .toBuffer(),
    400,
    'image_too_many_pixels',
  ],
  ['13 MB', () => Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), Buffer.alloc(13 * 1024 * 1024)]), 413, 'image_file_too_large'],
]

test.describe('a picture', () => {
  for (const [what, make, status, error] of UPLOADS) {
    test(`that is ${what} is refused with ${status} ${error}, and no attempt is used`, async ({ server }) => {
      const { path, cookie, company, session } = await waiting()
      expect(await send(server, path, await make(), { cookie })).toEqual({ status, error })
      const told = await fetch(`${server}/v1/verifications/${session.id}`, { headers: { authorization: `Bearer ${company.apiKey}` } })
      expect(await told.json()).toMatchObject({ status: 'in_progress', attempts: { used: 0 }, material: { status: 'none' } })
    })
  }

  test('of 40 MB is refused before it is read', async ({ server }) => {
    const { path, cookie } = await waiting()
    const outcome = await send(server, path, Buffer.alloc(40 * 1024 * 1024), { cookie }).catch((error: unknown) => error)
    // The connection may be closed while the browser still sends.
    if (!(outcome instanceof Error)) expect(outcome).toEqual({ status: 413, error: 'image_file_too_large' })
  })

  test('is taken from its owner only, and from this site only', async ({ server }) => {
    const { path, cookie } = await waiting()
    const { image } = await aSpecimen()
    const other = await logInWithoutPages(await aPerson())
    expect(await send(server, path, image, { cookie: other.cookie })).toEqual({ status: 403, error: 'not_yours' })
    expect(await send(server, path, image, {})).toEqual({ status: 403, error: 'not_yours' })
    expect(await send(server, path, image, { cookie, origin: 'https://evil.example' })).toEqual({ status: 403, error: 'not_yours' })
  })

  test('full of EXIF is taken without it', async ({ server }) => {
    const { path, cookie } = await waiting()
    const { image } = await aSpecimen()
    const tagged = await sharp(image)
      .withExif({ IFD0: { Copyright: 'a name', ImageDescription: 'x'.repeat(20_000) } })
      .jpeg()
      .toBuffer()
    expect((await send(server, path, tagged, { cookie })).status).toBe(200)
  })
})
