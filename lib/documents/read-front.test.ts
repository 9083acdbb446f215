import { afterAll, describe, expect, it } from 'vitest'
import { parseMrz } from './mrz/parse'
import { closeWordReader } from './page/read-words'
import { readFront } from './read-front'
import { createSelfie } from './specimen/create-selfie'
import { createSpecimen } from './specimen/create-specimen'
import { circumstances } from './specimen/levels'
import type { DocumentReading } from './types'

const today = new Date('2026-11-21T00:00:00Z')
const options = { testIssuers: true, today }
const SEED = 402
const { print, ...circumstance } = circumstances('mild', SEED)

const side = (name: 'front' | 'back', seed = SEED) => createSpecimen({ format: 'TD1', seed, today, ...circumstance, print: { ...print, side: name } })

async function zoneOf(lines: readonly string[]): Promise<DocumentReading> {
  const parsed = parseMrz(lines, options)
  if (!parsed.ok) throw new Error(parsed.failure)
  return { ...parsed.document, checks: { mrz_check_digits: 'pass', expiry: 'pass', viz_consistency: 'unclear' } }
}

afterAll(closeWordReader)

describe('the front of a card', () => {
  it('is read beside the zone of its back, and tells where the portrait is', async () => {
    const { image, mrz } = await side('front')
    const result = await readFront(image, await zoneOf(mrz), options)
    expect(result).toMatchObject({
      ok: true,
      page: { shortfall: null, fields: { surname: 'agrees', document_number: 'agrees', birth_date: 'agrees' } },
    })
    expect(result.ok && result.page.portraitArea).toHaveLength(4)
  })

  it('is neither a selfie, nor the back once more, nor the front of somebody else', async () => {
    const { image: back, mrz } = await side('back')
    const zone = await zoneOf(mrz)
    const failureOf = async (image: Uint8Array) => {
      const result = await readFront(image, zone, options)
      return result.ok ? 'read' : result.failure
    }
    expect(await failureOf(await createSelfie({ faceSeed: 5 }))).toBe('page_not_found')
    expect(await failureOf(back)).toBe('sides_do_not_match')
    expect(await failureOf((await side('front', SEED + 50)).image)).toBe('sides_do_not_match')
  })
})
