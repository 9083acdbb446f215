import { describe, expect, it } from 'vitest'
import { type DocumentFormat, PAGE_FIELDS, type PageReport, type Quad } from '#lib/documents/types'
import type { Assurance } from '#lib/users/assurance'
import { aReading } from '../../../e2e/fixtures/verifications'
import { type Engine, judgePictures, type Submitted } from './judge-pictures'

const area = (at: number): Quad => [[at, at], [at + 9, at], [at + 9, at + 9], [at, at + 9]] // biome-ignore format: one glance

const page = (more: Partial<PageReport> = {}): PageReport => ({
  viz: 'pass',
  shortfall: null,
  fields: Object.fromEntries(PAGE_FIELDS.map((name) => [name, 'agrees'])) as PageReport['fields'],
  names: null,
  portraitArea: area(1),
  outline: area(0),
  ...more,
})

const [DOCUMENT, FRONT, SELFIE, TURNED] = ['document', 'front', 'selfie', 'turned'].map((kind) => Buffer.from(kind))

type Answers = {
  format?: DocumentFormat
  issuer?: string
  environment?: string
  others?: readonly object[]
  page?: PageReport
  front?: object
  faces?: object
}

/** What the pictures come to where the engine answers so, and what it was asked for. */
async function judge(
  minAssurance: Assurance,
  { format = 'TD3', issuer = 'UTO', environment = 'live', others = [], page: report = page(), front, faces = { ok: true, similarity: 0.9 } }: Answers,
) {
  const asked: unknown[][] = []
  const { reading } = aReading({ format, issuer })
  const answers: Record<string, object | undefined> = {
    readDocument: { ok: true, reading, others, page: report },
    readFront: front,
    compareFaces: faces,
  }
  const run = async (operation: string, ...input: unknown[]) => {
    asked.push([operation, ...input])
    return answers[operation]
  }
  const pictures = new Map(Object.entries({ document: DOCUMENT, selfie: SELFIE, turned: TURNED, ...(front && { front: FRONT }) }))
  const submitted = {
    session: { minAssurance, headTurn: 'left', app: { environment }, user: null },
    pictures,
    now: new Date(),
  } as unknown as Submitted
  const outcome = await judgePictures({ run } as unknown as Engine, submitted)
  return { outcome, asked, operations: asked.map(([operation]) => operation) }
}

describe('in a test environment, where a company’s staff can log in as everybody', () => {
  it('specimens are read', async () => {
    const { outcome, asked } = await judge('page', { environment: 'cmp_1' })
    expect(outcome).toMatchObject({ ok: true })
    expect(asked[0]?.[2]).toMatchObject({ testIssuers: true })
  })
  it('a real document is not', async () => {
    expect((await judge('page', { environment: 'cmp_1', issuer: 'POL' })).outcome).toEqual({ ok: false, failure: 'document_type_not_supported' })
    expect((await judge('page', { issuer: 'POL' })).outcome).toMatchObject({ ok: true })
  })
})

describe('the pictures of an attempt', () => {
  it('of a passport at page are the page alone: nobody’s face is looked at', async () => {
    const { outcome, operations } = await judge('page', {})
    expect(outcome).toMatchObject({ ok: true, assurance: 'page', checks: { viz_consistency: 'pass', face_match: 'not_requested' } })
    expect(operations).toEqual(['readDocument'])
  })

  it('at person compare the face with the portrait area of the page, and nothing else in the picture', async () => {
    const { outcome, asked } = await judge('person', {})
    expect(outcome).toMatchObject({ ok: true, assurance: 'person', checks: { face_match: 'pass' } })
    expect(asked[1]).toEqual(['compareFaces', { image: DOCUMENT, portraitArea: area(1), outline: area(0) }, [SELFIE, TURNED], 'left'])
  })

  it('of a card take the portrait from the front that was found to belong to the zone', async () => {
    const back = page({ viz: 'unclear', portraitArea: null })
    const front = { ok: true, page: page({ portraitArea: area(5), names: { surname: 'SILVA', givenNames: 'ANA' } }) }
    const { outcome, asked, operations } = await judge('person', { format: 'TD1', page: back, front })
    expect(outcome).toMatchObject({ ok: true, assurance: 'person', names: { surname: 'SILVA', givenNames: 'ANA' } })
    expect(operations).toEqual(['readDocument', 'readFront', 'compareFaces'])
    expect(asked[2]?.[1]).toMatchObject({ image: FRONT, portraitArea: area(5) })
  })

  it('of a card whose sides do not belong together end there, before any face', async () => {
    const { outcome, operations } = await judge('person', { format: 'TD1', front: { ok: false, failure: 'sides_do_not_match' } })
    expect(outcome).toEqual({ ok: false, failure: 'sides_do_not_match' })
    expect(operations).toEqual(['readDocument', 'readFront'])
  })

  it('of a card whose back leaves a letter open have the name that its front has, and are unreadable without a front', async () => {
    const back = { format: 'TD1', others: [{ surname: 'SILNA' }], page: page({ viz: 'unclear', portraitArea: null }) } as const
    const settled = aReading({ format: 'TD1', surname: 'SILNA' }).reading
    const { outcome, asked } = await judge('page', { ...back, front: { ok: true, reading: settled, page: page() } })
    expect(outcome).toMatchObject({ ok: true, reading: settled })
    expect(asked[1]?.[2]).toHaveLength(2)
    expect((await judge('zone', back)).outcome).toEqual({ ok: false, failure: 'document_unreadable' })
  })

  it('of two lines on white paper reach zone and are refused above, a live face or not', async () => {
    const paper = { page: page({ viz: 'unclear', shortfall: 'page_not_found', portraitArea: null }) } as const
    expect((await judge('zone', paper)).outcome).toMatchObject({ ok: true, assurance: 'zone', checks: { face_match: 'not_requested' } })
    for (const level of ['page', 'person'] as const) {
      const { outcome, operations } = await judge(level, paper)
      expect(outcome).toEqual({ ok: false, failure: 'page_not_found' })
      expect(operations).toEqual(['readDocument'])
    }
  })

  it('with a second face beside the document say so', async () => {
    const faces = { ok: false, failure: 'face_outside_document' }
    expect((await judge('person', { faces })).outcome).toEqual(faces)
  })

  it('of a larger card do not need its other side', async () => {
    const { outcome, operations } = await judge('page', { format: 'TD2', front: { ok: false, failure: 'sides_do_not_match' } })
    expect(outcome).toMatchObject({ ok: true, assurance: 'page' })
    expect(operations).toEqual(['readDocument'])
  })
})
