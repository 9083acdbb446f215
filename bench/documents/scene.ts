import { drawPage, type Print } from './draw-page'
import { CUTS, type Cut } from './draw-zone'
import { type Facts, type Format, inventFacts } from './facts'
import { issuerOf } from './issuers'
import { type Layout, layoutsWithZone, SIZES } from './layouts'
import { circumstances, type Level } from './levels'
import { type Photograph, photograph, type Sheet, type Shot } from './photograph'
import { createRandom } from './random'
import type { Studio } from './studio'
import { type Surroundings, tableTop } from './surroundings'
import { taken } from './taken'
import { composeZone } from './zone'

/** A document and how it is photographed; every part of it may be changed before the picture is taken. */
export type Scene = {
  seed: string
  facts: Facts
  /** What the visual part says, where that is somebody else's. */
  shown: Facts
  layout: Layout
  print: Print
  shot: Shot
  surroundings: Surroundings
}

/** Device pixels of a drawn millimetre: more than the photograph will have. */
const drawnFor = ({ view }: Shot) => [7, 9, 12, 16].find((perMm) => perMm >= view.perMm * 1.25) ?? 16

/** Layouts and cuts in turn, everything else by the seed. */
export function inventScene(format: Format, level: Level, seed: string, index: number, layouts = layoutsWithZone(format)): Scene {
  const random = createRandom(seed)
  const layout = layouts[index % layouts.length] as Layout
  const invented = inventFacts(random, format, layout.issuer)
  const { cardNumber } = issuerOf(layout.issuer)
  const facts =
    cardNumber && format !== 'TD3' ? { ...invented, number: inventFacts(createRandom(`${seed} card`), format, layout.issuer).number } : invented
  const { shot, surroundings, ...printed } = circumstances(level, format, SIZES[format], createRandom(`${seed} camera`))
  const print: Print = { cut: CUTS[index % CUTS.length] as Cut, open: format === 'TD3' && random.chance(0.45), ...printed }
  return { seed, facts, shown: facts, layout, print, shot, surroundings }
}

/** What a right reading of the scene is. */
export const zoneOf = (scene: Scene) => scene.print.zone ?? composeZone(scene.facts)

/** A picture that was taken before is not taken again. */
export async function take(studio: Studio, scene: Scene): Promise<Photograph> {
  return taken(scene, async () => photograph(await drawSheet(studio, scene), await tableOf(studio, scene), scene.shot))
}

export const tableOf = (studio: Studio, { surroundings, seed }: Scene) => tableTop(studio, surroundings, createRandom(seed).whole(0, 2))

/** The page alone, flat, seen from straight above. */
export async function drawSheet(studio: Studio, { shown, facts, layout, print, seed, shot }: Scene, perMm = drawnFor(shot)): Promise<Sheet> {
  const { svg, width, height, above } = drawPage(shown, layout, { ...print, zone: print.zone ?? composeZone(facts) }, seed)
  const pixels = await studio.draw(svg, { x: 0, y: -above, width, height: height + above }, perMm)
  return { pixels, width, height, above, corner: layout.format === 'TD3' ? 3.2 : 3 }
}
