import { createRandom, type Random } from './random'
import type { Pixels, Studio } from './studio'

/** What a document lies on. */
export type Surroundings = 'wood' | 'keyboard' | 'printed' | 'cloth' | 'plain' | 'white'
export const SURROUNDINGS: readonly Surroundings[] = ['wood', 'keyboard', 'printed', 'cloth', 'plain']

/** Millimetres; the document lies over the middle, anywhere near. */
export const TABLE = 420
const PER_MM = 4
const drawn = new Map<string, Promise<Pixels>>()

/** A table top of 420 mm by 420, drawn once a kind and variant. */
export function tableTop(studio: Studio, kind: Surroundings, variant: number): Promise<Pixels> {
  const name = `${kind} ${variant}`
  const known = drawn.get(name)
  if (known) return known
  const made = studio.draw(KINDS[kind](createRandom(name)), { x: 0, y: 0, width: TABLE, height: TABLE }, PER_MM)
  drawn.set(name, made)
  return made
}

const fill = (colour: string) => `<rect width="${TABLE}" height="${TABLE}" fill="${colour}"/>`

const KINDS: Record<Surroundings, (random: Random) => string> = {
  plain: (random) => fill(random.pick(['#6c7176', '#39404a', '#a8a29a', '#23262b', '#8b9a92'])),
  white: () => fill('#f4f4f2'),
  wood: (random) => {
    const [ground, grain] = random.pick([
      ['#a5754a', '#6d4526'],
      ['#c9a77c', '#94703f'],
      ['#5d4030', '#2f1d13'],
    ] as const)
    const veins = Array.from({ length: 230 }, () => {
      const y = random.between(-10, TABLE)
      return `<path d="M0 ${y.toFixed(1)}q105 ${random.between(-14, 14).toFixed(1)} 210 0t210 ${random.between(-5, 5).toFixed(1)}" stroke="${grain}" stroke-width="${random.between(0.2, 1.3).toFixed(2)}" opacity="${random.between(0.1, 0.5).toFixed(2)}" fill="none"/>`
    })
    return fill(ground) + veins.join('')
  },
  keyboard: (random) => {
    const keys: string[] = []
    const letters = 'QWERTYUIOPASDFGHJKLZXCVBNM1234567890'
    for (let y = 2; y < TABLE; y += 19) {
      for (let x = 2 + ((y * 7) % 11); x < TABLE; x += 19) {
        keys.push(
          `<rect x="${x}" y="${y}" width="16.4" height="16.4" rx="2" fill="#2a2c30" stroke="#121315" stroke-width=".8"/><text x="${x + 3}" y="${y + 7}" font-size="5" fill="#dcdcdc" font-family="Geist">${random.pick([...letters])}</text>`,
        )
      }
    }
    return fill('#17181a') + keys.join('')
  },
  printed: (random) => {
    const lines: string[] = []
    for (let y = 12; y < TABLE; y += 5.6) {
      const heading = random.chance(0.06)
      if (random.chance(0.08)) continue
      lines.push(
        `<text x="${14 + random.between(0, 2)}" y="${y}" font-size="${heading ? 5.4 : 3.7}" fill="#1b1b1d" font-family="${random.pick(['Newsreader', 'Newsreader', 'DejaVu Sans Mono'])}">${sentence(random, heading ? 26 : 190)}</text>`,
      )
    }
    return fill('#f2f0ea') + lines.join('')
  },
  cloth: (random) => {
    const [one, other, third] = random.pick([
      ['#7d2f36', '#d9c9a3', '#2c3b52'],
      ['#2f4a6d', '#e8e4da', '#9a3b3b'],
      ['#4c5b3f', '#c7b98f', '#262b22'],
    ] as const)
    const bands = Array.from({ length: 60 }, (_, index) => {
      const [at, wide] = [index * 7 + random.between(0, 3), random.between(0.8, 4)]
      const colour = random.pick([other, third])
      return `<rect x="${at}" width="${wide}" height="${TABLE}" fill="${colour}" opacity=".55"/><rect y="${at}" height="${wide}" width="${TABLE}" fill="${colour}" opacity=".55"/>`
    })
    const threads = Array.from({ length: 300 }, (_, index) => `M0 ${index * 1.4}H${TABLE}M${index * 1.4} 0V${TABLE}`)
    return `${fill(one)}${bands.join('')}<path d="${threads.join('')}" stroke="#000" stroke-width=".25" opacity=".16"/>`
  },
}

const SYLLABLES = 'ta re mo li so va ne du pi ko ra se mi lan ter ver con dis per sal tun gor'.split(' ')

function sentence(random: Random, length: number): string {
  let text = ''
  while (text.length < length) {
    const word = Array.from({ length: random.whole(1, 4) }, () => random.pick(SYLLABLES)).join('')
    text += `${random.chance(0.12) ? random.whole(3, 4999) : random.chance(0.15) ? word.toUpperCase() : word}${random.chance(0.1) ? ', ' : ' '}`
  }
  return text
}
