import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { type Browser, chromium, type Page } from 'playwright'
import sharp from 'sharp'
import { findChromium } from '../../scripts/lib/find-chromium.mjs'
import { createLifetime } from '../../scripts/lib/lifetime.mjs'
import { inProject } from '../../scripts/lib/root.mjs'

/** Pixels of red, green, blue, one byte each, without alpha. */
export type Pixels = { data: Uint8Array; width: number; height: number }

type Box = { x: number; y: number; width: number; height: number }

/** CSS pixels in a millimetre, and device pixels in one of those. */
const CSS_PER_MM = 4
const FONTS = [
  ['outline-cut', 'bwip-js', '../fonts/OCRB7.ttf'],
  ['Geist', 'next', 'dist/compiled/@vercel/og/Geist-Regular.ttf'],
  ['Instrument Sans', '@fontsource/instrument-sans', 'files/instrument-sans-latin-500-normal.woff2'],
  ['Newsreader', '@fontsource-variable/newsreader', 'files/newsreader-latin-standard-normal.woff2'],
] as const

/** Draws SVG in a browser: the only renderer here, and none of the product's. */
export class Studio {
  readonly #browser: Browser
  readonly #pages = new Map<number, Promise<Page>>()
  /** A page of the browser holds one drawing at a time. */
  #last: Promise<unknown> = Promise.resolve()

  private constructor(browser: Browser) {
    this.#browser = browser
  }

  static async open(): Promise<Studio> {
    const executablePath = await findChromium(createLifetime())
    return new Studio(await chromium.launch({ executablePath, args: ['--disable-lcd-text', '--font-render-hinting=none'] }))
  }

  /**
   * @param svg in millimetres, what is between the tags
   * @param box what of it is drawn
   * @param perMm device pixels in a millimetre
   */
  draw(svg: string, box: Box, perMm: number): Promise<Pixels> {
    const drawing = this.#last.then(() => this.#draw(svg, box, perMm))
    this.#last = drawing.catch(() => undefined)
    return drawing
  }

  async #draw(svg: string, box: Box, perMm: number): Promise<Pixels> {
    const page = await this.#pageOf(perMm)
    const [width, height] = [Math.round(box.width * CSS_PER_MM), Math.round(box.height * CSS_PER_MM)]
    await page.setViewportSize({ width, height })
    await page.evaluate(
      ([markup]) => {
        document.body.innerHTML = markup as string
        // A text that would leave its room is pressed together.
        for (const text of document.querySelectorAll<SVGTextElement>('text[data-room]')) {
          const room = Number(text.dataset.room)
          if (text.getComputedTextLength() <= room) continue
          text.setAttribute('textLength', String(room))
          text.setAttribute('lengthAdjust', 'spacingAndGlyphs')
        }
      },
      [
        `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="${box.x} ${box.y} ${box.width} ${box.height}">${svg}</svg>`,
      ],
    )
    await page.evaluate(() => Promise.all([...document.images].map((image) => image.decode().catch(() => undefined))))
    const shot = await page.screenshot({ type: 'jpeg', quality: 98 })
    return decode(shot)
  }

  close = () => this.#browser.close()

  #pageOf(perMm: number): Promise<Page> {
    const known = this.#pages.get(perMm)
    if (known) return known
    const made = this.#makePage(perMm)
    this.#pages.set(perMm, made)
    return made
  }

  async #makePage(perMm: number): Promise<Page> {
    const page = await this.#browser.newPage({ deviceScaleFactor: perMm / CSS_PER_MM })
    const faces = await Promise.all(
      FONTS.map(async ([name, owner, file]) => `@font-face{font-family:'${name}';src:url(data:font/ttf;base64,${await fontFile(owner, file)})}`),
    )
    await page.setContent(
      `<style>${faces.join('')}body{margin:0}svg{display:block}</style>${FONTS.map(([name]) => `<i style="font-family:'${name}'">A</i>`).join('')}`,
    )
    await page.evaluate(() => document.fonts.ready.then(() => undefined))
    return page
  }
}

/** Of an installed package. bwip-js shows none of its folders but through its entry. */
async function fontFile(owner: string, file: string): Promise<string> {
  const resolve = createRequire(inProject('package.json')).resolve
  const base = owner === 'bwip-js' ? resolve('bwip-js') : resolve(`${owner}/package.json`)
  return (await readFile(new URL(file, `file://${base}`))).toString('base64')
}

export async function decode(image: Uint8Array): Promise<Pixels> {
  const { data, info } = await sharp(image).removeAlpha().toColourspace('srgb').raw().toBuffer({ resolveWithObject: true })
  return { data, width: info.width, height: info.height }
}
