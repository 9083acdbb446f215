import { describe, expect, it } from 'vitest'
import type { Grey } from './grey'
import { judgeFrame } from './judge-frame'

const [width, height] = [320, 180]

const picture = (paint: (x: number, y: number) => number): Grey => {
  const pixels = new Uint8Array(width * height)
  for (let y = 0; y < height; y++) for (let x = 0; x < width; x++) pixels[y * width + x] = Math.max(0, Math.min(255, paint(x, y)))
  return { pixels, width, height }
}

/** Rows of print on paper. */
const print = (x: number, y: number) => (y % 8 < 4 && (x * 7 + y * 3) % 5 < 2 ? 60 : 180)
const page = picture(print)

describe('a look through the camera', () => {
  it('is good when a page fills it and nothing moves', () => {
    expect(judgeFrame(page, null)).toBe('good')
    expect(judgeFrame(page, page)).toBe('good')
  })

  it.each<[string, Grey, ReturnType<typeof judgeFrame>]>([
    ['in the dark', picture((x, y) => print(x, y) / 5), 'dark'],
    ['with a lamp in it', picture((x, y) => print(x, y) + 400 * Math.exp(-((x - 125) ** 2 + (y - 80) ** 2) / 600)), 'glare'],
    ['out of focus', picture((x, y) => 120 + 30 * Math.sin(x / 40) + 20 * Math.sin(y / 30)), 'blurry'],
    ['of a page that is far away', picture((x, y) => (x > 120 && x < 200 && y > 60 && y < 120 ? print(x, y) : 120)), 'far'],
  ])('%s says what to do', (_, look, hint) => expect(judgeFrame(look, null)).toBe(hint))

  it('asks to hold still while the page moves', () => {
    expect(
      judgeFrame(
        picture((x, y) => print(x + 3, y + 2)),
        page,
      ),
    ).toBe('hold')
  })
})
