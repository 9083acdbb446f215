/** The grounds of each theme on which a company's colour may stand or carry text; a test holds them against `app/globals.css`. */
export const GROUNDS = { light: ['#f6f5f1', '#ffffff', '#efede7'], dark: ['#111114', '#1a1a1f', '#0c0c0f'] } as const

/** What is written upon the colour. */
export const UPON = { light: '#ffffff', dark: '#0c0c0f' } as const

const LEAST = 4.5

export type Theme = keyof typeof GROUNDS

/** A colour as `#rrggbb`, in small letters. */
export const isColour = (text: string): boolean => /^#[0-9a-f]{6}$/.test(text)

type Triple = [number, number, number]

const bytesOf = (hex: string): Triple => [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16)) as Triple
const linear = (byte: number) => (byte / 255 <= 0.04045 ? byte / 255 / 12.92 : ((byte / 255 + 0.055) / 1.055) ** 2.4)
const byte = (part: number) => Math.round(255 * (part <= 0.0031308 ? part * 12.92 : 1.055 * part ** (1 / 2.4) - 0.055))

/** @see WCAG 2.2, relative luminance */
function luminance(hex: string): number {
  const [red, green, blue] = bytesOf(hex).map(linear) as Triple
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** @see WCAG 2.2, contrast ratio */
export function contrast(one: string, other: string): number {
  const [low = 0, high = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b)
  return (high + 0.05) / (low + 0.05)
}

/** The least contrast of a colour with everything it may meet in a theme. */
export const leastContrast = (hex: string, theme: Theme): number =>
  Math.min(...[...GROUNDS[theme], UPON[theme]].map((ground) => contrast(hex, ground)))

/** Lightness, and the two axes of colour. @see https://bottosson.github.io/posts/oklab/ */
function toOklab(hex: string): Triple {
  const [r, g, b] = bytesOf(hex).map(linear) as Triple
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b)
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b)
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b)
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ]
}

function toLinear([lightness, a, b]: Triple): Triple {
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3
  return [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ]
}

/** With as much of its colour as a screen can show at that lightness. */
function atLightness(lightness: number, a: number, b: number): string {
  let [least, most] = [0, 1]
  const at = (share: number) => toLinear([lightness, a * share, b * share])
  const isShown = (share: number) => at(share).every((part) => part >= -0.0005 && part <= 1.0005)
  if (isShown(1)) least = 1
  else
    for (let round = 0; round < 12; round++) {
      const middle = (least + most) / 2
      if (isShown(middle)) least = middle
      else most = middle
    }
  return `#${at(least)
    .map((part) =>
      byte(Math.min(Math.max(part, 0), 1))
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`
}

/**
 * A company's colour as people see it: where it cannot be read in a theme, its lightness is moved just as far as it takes. Hue and, where a screen has it,
 * strength stay. So no colour there is can be chosen that somebody cannot read.
 * @param hex as `isColour` knows it
 */
export const readableColours = (hex: string): Record<Theme, string> => ({ light: readable(hex, 'light'), dark: readable(hex, 'dark') })

function readable(hex: string, theme: Theme): string {
  if (leastContrast(hex, theme) >= LEAST) return hex
  const [lightness, a, b] = toOklab(hex)
  let near = lightness
  let far = theme === 'light' ? 0 : 1
  let found = theme === 'light' ? '#000000' : '#ffffff'
  for (let round = 0; round < 14; round++) {
    const middle = (near + far) / 2
    const candidate = atLightness(middle, a, b)
    if (leastContrast(candidate, theme) >= LEAST) {
      found = candidate
      far = middle
    } else near = middle
  }
  return found
}
