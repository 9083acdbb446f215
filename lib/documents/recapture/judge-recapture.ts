export type RecaptureMeasures = {
  /** The highest peak at which red and blue do not rise together: stripes of a screen, as a colour filter sees them. */
  stripes: number
  /** The highest pair of equal peaks at right angles, both off the picture's axes: the dots of a print. */
  dots: number
}

/**
 * Dots above what genuine specimens reach. Stripes far above dense security print in two colours, which has as many as most
 * screens: docs/decisions/036.
 */
const STRIPES = 8
const DOTS = 4.1

/** Dots are coloured too, stripes are never off both axes. */
export function judgeRecapture({ stripes, dots }: RecaptureMeasures): 'screen' | 'print' | null {
  if (dots >= DOTS) return 'print'
  return stripes >= STRIPES ? 'screen' : null
}
