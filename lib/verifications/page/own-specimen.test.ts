import { expect, it } from 'vitest'
import { compareFaces } from '#lib/documents/compare-faces'
import { project } from '#lib/documents/image/homography'
import { viewOf } from '#lib/documents/specimen/create-specimen'
import type { Quad } from '#lib/documents/types'
import { ownSpecimen, type SpecimenKind } from './own-specimen'

const VIEW = { width: 1600, height: 1200, fill: 0.9, rotation: 0, tilt: [0, 0], shift: [0, 0], table: [0, 0, 0], warp: {} } as const

it.each([
  ['passport', 'left', { width: 125, height: 88 }, [3.5, 10, 38.5, 55]],
  ['card_front', 'right', { width: 85.6, height: 54 }, [3.5, 7, 30, 41]],
] as const)('what a sandbox offers shows one holder: %s, turned %s', async (kind, turn, sheet, [left, top, right, bottom]) => {
  const offered = (what: SpecimenKind) => ownSpecimen('ver_someone', what)
  const map = viewOf(sheet, VIEW)
  const portraitArea: Quad = [project(map, left, top), project(map, right, top), project(map, right, bottom), project(map, left, bottom)]
  const document = { image: await offered(kind), portraitArea, outline: null }
  expect(await compareFaces(document, [await offered('selfie'), await offered(`turned_${turn}`)], turn)).toMatchObject({ ok: true })
})

it('each session is offered a holder of its own', async () => {
  const [one, other] = await Promise.all(['ver_one', 'ver_other'].map((id) => ownSpecimen(id, 'selfie')))
  expect(one?.equals(other as Buffer)).toBe(false)
})
