import type { Grey } from './grey'

/** From here on a pixel is burnt out. */
const BURNT = 250
/** Share of the frame that a reflection has to cover to be in the way. */
const SPOT = 0.005
/** Edge of a spot in pixels, beside its area: paper with print on it has far more edge than light has. */
const RAGGED = 0.3
/** So many pixels from a spot there is still its light; a sheet of paper ends within two. */
const HALO = 3
const STILL_LIT = 220
/** Where the light is over, in square roots of the spot's area, and at least and at most in pixels. */
const [AWAY, NEAREST, FARTHEST] = [0.5, 12, 32]
/** What is there is darker by more than noise and lens make of evenly white paper. */
const DARKER = 240

/**
 * The share of the frame that reflections cover. Light burns out a solid spot, is still there beside it and then fades;
 * white paper that is burnt out as well is as bright everywhere, broken by print, and ends at an edge.
 */
export function findGlare(look: Grey): number {
  const seen = new Uint8Array(look.pixels.length)
  let glare = 0
  for (let at = 0; at < look.pixels.length; at++) {
    if (seen[at] || (look.pixels[at] as number) < BURNT) continue
    const spot = spreadFrom([at], look, seen, (value) => value >= BURNT)
    if (spot.length >= SPOT * look.pixels.length && isLight(look, spot)) glare += spot.length
  }
  return glare / look.pixels.length
}

/** Everything that hangs together with where it starts; it counts as seen. */
function spreadFrom(start: number[], look: Grey, seen: Uint8Array, isPart: (value: number) => boolean): number[] {
  for (const at of start) seen[at] = 1
  const found = [...start]
  for (let next = 0; next < found.length; next++) {
    for (const neighbour of neighboursOf(found[next] as number, look)) {
      if (seen[neighbour] || !isPart(look.pixels[neighbour] as number)) continue
      seen[neighbour] = 1
      found.push(neighbour)
    }
  }
  return found
}

function isLight(look: Grey, spot: number[]): boolean {
  const away = Math.round(Math.min(FARTHEST, Math.max(NEAREST, AWAY * Math.sqrt(spot.length))))
  const seen = new Uint8Array(look.pixels.length)
  for (const at of spot) seen[at] = 1
  let edge = spot
  for (let distance = 1; distance <= away; distance++) {
    edge = edge.flatMap((at) => {
      const beyond = neighboursOf(at, look).filter((neighbour) => !seen[neighbour])
      for (const neighbour of beyond) seen[neighbour] = 1
      return beyond
    })
    if (distance === 1 && edge.length > RAGGED * spot.length) return false
    if (distance === HALO && brightnessOf(look, edge, 0.5) < STILL_LIT) return false
  }
  // Most of what is bright there is paper: print must not make it look darker than it is.
  return edge.length > 0 && brightnessOf(look, edge, 0.75) <= DARKER
}

function brightnessOf({ pixels }: Grey, places: number[], quantile: number): number {
  const values = places.map((at) => pixels[at] as number).sort((one, other) => one - other)
  return values[Math.floor(quantile * (values.length - 1))] ?? 0
}

function neighboursOf(at: number, { pixels, width }: Grey): number[] {
  const x = at % width
  return [x > 0 ? at - 1 : -1, x < width - 1 ? at + 1 : -1, at - width, at + width].filter((neighbour) => neighbour >= 0 && neighbour < pixels.length)
}
