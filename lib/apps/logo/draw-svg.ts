import sharp from 'sharp'

/** Longer ones are no logos, and drawing takes time that grows with them. */
const MAX_BYTES = 200_000
/** Copies of copies multiply. */
const MAX_COPIES = 16
const MAX_PIXELS = 4_000_000
const SECONDS = 5
/** What a drawing of no stated size measures; SVG's own inch has so many pixels. @see CSS Values 4 §6.2 */
const DPI = 72
const [LEAST_DENSITY, MOST_DENSITY] = [1, 2400]

/** What runs, loads, moves, or costs more to draw than it shows. */
const UNFIT =
  /<!entity|<!doctype[^>]*\[|<\?(?!xml\s)|<(?:[\w.-]+:)?(?:script|foreignobject|image|feimage|filter|pattern|marker|animate\w*|set|style[^>]*src|iframe|audio|video|handler|listener)[\s/>]|@import|(?:href|src)\s*=\s*["']?(?!\s*["']?#)|url\(\s*["']?(?!#)/i

// Let in for drawings that were read beforehand. Pictures of people name their type by their first bytes, and those are never of a drawing.
sharp.unblock({ operation: ['VipsForeignLoadSvgBuffer'] })

/** Whether bytes are meant as a drawing: text that begins with a tag. */
export function isSvg(bytes: Uint8Array): boolean {
  const head = Buffer.from(bytes.subarray(0, 4096)).toString('latin1')
  return /^(?:\xef\xbb\xbf)?\s*</.test(head) && /<(?:[\w.-]+:)?svg[\s>]/i.test(head)
}

/**
 * A drawing as a picture. Of a file that runs, loads something, or is made to keep us busy nothing is drawn.
 * @param side of the square that it has to fit into
 * @returns null for anything that is no plain drawing
 * @see SVG 1.1 §5, §17
 */
export async function drawSvg(bytes: Uint8Array, side: number): Promise<Buffer | null> {
  if (bytes.length > MAX_BYTES) return null
  const text = textOf(bytes)
  if (text === null || UNFIT.test(text) || (text.match(/<(?:[\w.-]+:)?use[\s/>]/gi)?.length ?? 0) > MAX_COPIES) return null
  try {
    const { width, height } = await sharp(bytes, { limitInputPixels: false }).metadata()
    const density = Math.min(Math.max((DPI * side) / Math.max(width, height), LEAST_DENSITY), MOST_DENSITY)
    return await sharp(bytes, { density, limitInputPixels: MAX_PIXELS }).timeout({ seconds: SECONDS }).png().toBuffer()
  } catch {
    return null
  }
}

/** UTF-8 and nothing that another reader could take for something else. */
function textOf(bytes: Uint8Array): string | null {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return text.includes('\0') || /<\?xml[^>]*encoding\s*=\s*["'](?!utf-8["'])/i.test(text) ? null : text
  } catch {
    return null
  }
}
