export type RecaptureMeasures = {
  /** The highest peak at which red is as much apart from blue in every square: stripes of a screen, as a colour filter sees them. */
  stripes: number
  /** The highest pair of equal peaks at right angles, both off the picture's axes: the dots of a print. */
  dots: number
}

/** Above what genuine specimens reach: docs/decisions/036. */
const STRIPES = 5
const DOTS = 4.1

/** Dots are coloured too, stripes are never off both axes. */
export function judgeRecapture({ stripes, dots }: RecaptureMeasures): 'screen' | 'print' | null {
  if (dots >= DOTS) return 'print'
  return stripes >= STRIPES ? 'screen' : null
}
