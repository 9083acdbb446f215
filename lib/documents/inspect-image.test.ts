import { readFile } from 'node:fs/promises'
import { crc32, deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { inspectImage, MAX_IMAGE_BYTES } from './inspect-image'

const pixels = Buffer.from(Array.from({ length: 60 * 40 * 3 }, (_, index) => (index * 7919) % 251))
const picture = () => sharp(pixels, { raw: { width: 60, height: 40, channels: 3 } })
const jpeg = () => picture().jpeg().toBuffer()

const chunk = (name: string, data: Buffer) => {
  const body = Buffer.concat([Buffer.from(name, 'latin1'), data])
  const frame = Buffer.alloc(8 + body.length)
  frame.writeUInt32BE(data.length, 0)
  body.copy(frame, 4)
  frame.writeUInt32BE(crc32(body), 4 + body.length)
  return frame
}

/** A whole black-and-white PNG: 16,000 by 16,000 pixels in some 30 kB. */
function bomb(side: number) {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(side, 0)
  header.writeUInt32BE(side, 4)
  header[8] = 1
  const rows = deflateSync(Buffer.alloc(side * (Math.ceil(side / 8) + 1)))
  return Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), chunk('IHDR', header), chunk('IDAT', rows), chunk('IEND', Buffer.alloc(0))])
}

/** An APNG says so before its first picture data. */
async function animatedPng() {
  const png = await picture().png().toBuffer()
  const afterHeader = 8 + 25
  const control = Buffer.from([0, 0, 0, 2, 0, 0, 0, 0])
  return Buffer.concat([png.subarray(0, afterHeader), chunk('acTL', control), png.subarray(afterHeader)])
}

async function animatedWebp() {
  const frames = Buffer.alloc(8 * 16 * 3, 90).fill(200, 8 * 8 * 3)
  return sharp(frames, { raw: { width: 8, height: 16, channels: 3, pageHeight: 8 } })
    .webp({ loop: 0, delay: [100, 100] })
    .toBuffer()
}

describe('an upload', () => {
  it.each(['jpeg', 'png', 'webp'] as const)('in %s comes back as an upright JPEG', async (format) => {
    const result = await inspectImage(await picture().toFormat(format).toBuffer())
    expect(result).toMatchObject({ ok: true, width: 60, height: 40 })
    if (result.ok) expect(await sharp(result.image).metadata()).toMatchObject({ format: 'jpeg', space: 'srgb' })
  })

  it('loses EXIF, place included, and keeps the turn it asked for', async () => {
    const loaded = await picture()
      .withExif({ IFD0: { Make: 'Camera of Anna' }, IFD3: { GPSLatitude: '52/1 13/1 47/1' } })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer()
    expect(loaded.includes('Camera of Anna')).toBe(true)
    const result = await inspectImage(loaded)
    expect(result).toMatchObject({ ok: true, width: 40, height: 60 })
    if (!result.ok) return
    expect((await sharp(result.image).metadata()).exif).toBeUndefined()
    expect(Buffer.from(result.image).includes('Camera of Anna')).toBe(false)
  })

  it('may carry the film a phone appends, which goes', async () => {
    const film = Buffer.concat([Buffer.from([0, 0, 0, 24]), Buffer.from('ftypmp42', 'latin1'), Buffer.alloc(5000, 7)])
    const result = await inspectImage(Buffer.concat([await jpeg(), film]))
    expect(result.ok && Buffer.from(result.image).includes('ftypmp42')).toBe(false)
    expect(result.ok).toBe(true)
  })

  it.each<[string, string, () => Promise<Uint8Array> | Uint8Array]>([
    ['empty', 'image_empty', () => new Uint8Array()],
    ['a picture of 16,000 by 16,000', 'image_too_many_pixels', () => bomb(16_000)],
    ['an SVG', 'image_type_not_supported', () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><rect width="9" height="9"/></svg>')],
    ['a PDF', 'image_type_not_supported', () => Buffer.from('%PDF-1.7\n%%EOF')],
    ['a HEIC', 'image_type_not_supported', () => readFile('e2e/fixtures/specimen.heic')],
    ['text', 'image_type_not_supported', () => Buffer.from('hello')],
    ['a GIF', 'image_animated', () => Buffer.from('GIF89a\x01\0\x01\0\x80\0\0\0\0\0\xff\xff\xff;', 'latin1')],
    ['an animated PNG', 'image_animated', animatedPng],
    ['an animated WebP', 'image_animated', animatedWebp],
    ['half a JPEG', 'image_damaged', async () => (await jpeg()).subarray(0, 300)],
    ['half a PNG', 'image_damaged', async () => (await picture().png().toBuffer()).subarray(0, 90)],
    ['a JPEG of nothing but its mark', 'image_damaged', () => Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 16])],
    ['a JPEG and an archive', 'image_holds_another_file', async () => Buffer.concat([await jpeg(), Buffer.from('PK\x05\x06'), Buffer.alloc(18)])],
    ['a JPEG and a page', 'image_holds_another_file', async () => Buffer.concat([await jpeg(), Buffer.from('<SCRIPT>alert(1)</SCRIPT>')])],
    ['a JPEG and a PDF', 'image_holds_another_file', async () => Buffer.concat([await jpeg(), Buffer.from('%PDF-1.4 … %%EOF')])],
  ])('that is %s is refused: %s', async (_, fault, make) => {
    expect(await inspectImage(await make())).toEqual({ ok: false, fault })
  })

  it('of 40 MB is refused before anything reads it', async () => {
    const large = Buffer.concat([await jpeg(), Buffer.alloc(40_000_000)])
    expect(await inspectImage(large)).toEqual({ ok: false, fault: 'image_file_too_large' })
    expect(large.length).toBeGreaterThan(MAX_IMAGE_BYTES)
  })
})
