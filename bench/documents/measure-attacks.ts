import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { type Bench, frontScene, inTurn, keep, tally } from './bench'
import { drawPage } from './draw-page'
import { drawPortrait } from './draw-portrait'
import { judgeLevel } from './judge-level'
import { photograph } from './photograph'
import { createRandom } from './random'
import type { Answer } from './reader'
import { inventScene, type Scene, tableOf, take, zoneOf } from './scene'
import type { Studio } from './studio'
import { taken } from './taken'

/** A face to print and to photograph: a file of the folder given, or somebody drawn. */
type Head = { svg: string; selfie: Uint8Array }

/**
 * Files that anybody makes in a minute, and what each reaches. Every one of them must stay below `page`, or its faces must
 * be refused with a reason of their own.
 * @param folder photographs of people, one a file; without it the people are drawn, and the face models may see none
 */
export async function measureAttacks(bench: Bench, count: number, folder: string | undefined) {
  const heads = await headsFrom(bench.studio, folder, count * 2)
  const numbers = Array.from({ length: count }, (_, index) => index)
  const attack = async (title: string, run: (index: number) => Promise<Answer>) => {
    const answers = await inTurn(numbers, run)
    bench.say(`  ${title}: ${tally(answers.map(described))}`)
  }
  const pair = (index: number) => [heads[(2 * index) % heads.length] as Head, heads[(2 * index + 1) % heads.length] as Head] as const
  bench.say(`attacks: ${count} each${folder ? `, faces of ${heads.length} photographs` : ', faces drawn'}`)
  await attack('two lines on white paper, passport', (index) => ask(bench, `white-TD3-${index}`, whitePaper(bench, 'TD3', index)))
  await attack('three lines on white paper, card, and as its front the same', (index) =>
    ask(bench, `white-TD1-${index}`, whitePaper(bench, 'TD1', index), whitePaper(bench, 'TD1', index)),
  )
  await attack("passport, beside it the thief's larger picture", async (index) => {
    const [owner, thief] = pair(index)
    return ask(bench, `beside-${index}`, besidePicture(bench, owner, thief, index), undefined, thief)
  })
  await attack("card's back, as its front the thief's selfie file", async (index) => {
    const [, thief] = pair(index)
    return ask(bench, `selfie-front-${index}`, image(bench, cardScene(bench, index)), Promise.resolve(thief.selfie), thief)
  })
  await attack("card's back, as its front another person's card", (index) => {
    const scene = cardScene(bench, index)
    const other = inventScene('TD1', 'mild', `${bench.seed} other card ${index}`, 0, [scene.layout])
    return ask(bench, `other-front-${index}`, image(bench, scene), image(bench, frontScene(other) as Scene))
  })
}

function described({ document, front, faces }: Answer): string {
  const reached = judgeLevel(document, front)
  const level = reached.level === 'none' ? `refused ${reached.failure}` : reached.level === 'zone' ? `zone (${reached.shortfall})` : 'PAGE'
  if (faces === undefined) return level
  return `${level}, faces ${faces === null ? 'not compared' : faces.ok ? 'MATCH' : faces.failure}`
}

async function ask({ examiner }: Bench, name: string, document: Promise<Uint8Array>, front?: Promise<Uint8Array>, thief?: Head): Promise<Answer> {
  const [picture, other] = [await document, await front]
  keep('attacks', name, picture)
  return examiner.ask({ reader: 'engine', document: picture, front: other, selfies: thief ? [thief.selfie, thief.selfie] : undefined })
}

const image = async ({ studio }: Bench, scene: Scene) => (await take(studio, scene)).image

const cardScene = ({ seed }: Bench, index: number) => inventScene('TD1', 'mild', `${seed} attacked card ${index}`, index)

/** Right digits, printed at home: no page around them. */
async function whitePaper({ studio, seed }: Bench, format: 'TD3' | 'TD1', index: number): Promise<Uint8Array> {
  const scene = inventScene(format, 'mild', `${seed} white ${index}`, index)
  const layout = { ...scene.layout, rows: [], portrait: null, side: 'back' as const, colours: ['#fbfbf9', '#fbfbf9', '#fbfbf9'] as const }
  const print = { ...scene.print, open: false, pattern: 0, hologram: false, zone: zoneOf(scene) }
  return (await take(studio, { ...scene, layout, print })).image
}

/** The whole picture is one flat thing here: the page, and right of it a head twice as large as the page's own. */
async function besidePicture({ studio, seed }: Bench, owner: Head, thief: Head, index: number): Promise<Uint8Array> {
  const scene = inventScene('TD3', 'mild', `${seed} beside ${index}`, index)
  scene.print.open = false
  if (owner.svg.startsWith('<image')) scene.print.portrait = /href="([^"]+)"/.exec(owner.svg)?.[1]
  scene.shot.bend.bulge = 0
  const { image: picture } = await taken(['beside', scene, owner.svg, thief.svg], async () => {
    const { svg, width, height } = drawPage(scene.facts, scene.layout, scene.print, scene.seed)
    const whole = `<rect width="${width + 78}" height="${height}" fill="#777c80"/>${svg}<g transform="translate(${width + 4} 0) scale(2 1.955)"><svg width="35" height="45" viewBox="0 0 35 45">${thief.svg}</svg></g>`
    const pixels = await studio.draw(whole, { x: 0, y: 0, width: width + 78, height }, 12)
    return photograph({ pixels, width: width + 78, height, above: 0, corner: 0 }, await tableOf(studio, scene), scene.shot)
  })
  return picture
}

async function headsFrom(studio: Studio, folder: string | undefined, count: number): Promise<Head[]> {
  const files = folder && existsSync(folder) ? readdirSync(folder).filter((file) => /\.(jpe?g|png)$/i.test(file)) : []
  if (files.length >= 2)
    return Promise.all(
      files.map(async (file) =>
        photographed(
          await sharp(readFileSync(join(folder as string, file)))
            .resize(900, 1150, { fit: 'cover' })
            .jpeg()
            .toBuffer(),
        ),
      ),
    )
  const drawn: Head[] = []
  for (let index = 0; index < count; index++) {
    const svg = drawPortrait(createRandom(`head ${index}`), index % 2 === 0)
    const { data, width, height } = await studio.draw(svg, { x: 0, y: 0, width: 35, height: 45 }, 20)
    drawn.push({
      svg,
      selfie: await sharp(data, { raw: { width, height, channels: 3 } })
        .jpeg({ quality: 90 })
        .toBuffer(),
    })
  }
  return drawn
}

const photographed = (jpeg: Uint8Array): Head => ({
  svg: `<image href="data:image/jpeg;base64,${Buffer.from(jpeg).toString('base64')}" width="35" height="45" preserveAspectRatio="xMidYMid slice"/>`,
  selfie: jpeg,
})
