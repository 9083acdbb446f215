import type { RecaptureMeasures } from './judge-recapture'
import type { PeakMap } from './peak-map'
import { SIDE } from './spectrum'

/** Lengths of frequencies, in waves to a square: longer waves are shadows, shorter ones noise. */
const [LONGEST, SHORTEST] = [7, 61]
/** Pictures in JPEG repeat every eight pixels by themselves. */
const JPEG_BLOCK = 8
/** Red and blue of black ink, and of one printing ink, agree better than this. */
const APART = 0.8
/**
 * From 0, at random, to 1: how far red is as much ahead of blue in one square as in the others. The stripes of a screen lie
 * beside each other in one order; two inks cross at every angle there is.
 */
const ALIKE = 0.75
/** Sine of the least angle between a print's dots and the picture's axes: text, edges and blocks lie along these. */
const OFF_AXIS = 0.12

/** What most squares of a page have at the same frequency. */
export function mergeMaps(maps: readonly PeakMap[], scale: number): RecaptureMeasures {
  const height = medians(maps.map((map) => map.height))
  const ofBoth = medians(maps.map((map) => map.ofBoth))
  const [together, ahead] = [means(maps.map((map) => map.together)), means(maps.map((map) => map.ahead))]
  let [stripes, dots] = [0, 0]
  for (let at = 0; at < height.length; at++) {
    const [u, v] = [(at % SIDE) - SIDE / 2, Math.floor(at / SIDE)]
    const length = Math.hypot(u, v)
    if (length < LONGEST || length > SHORTEST || isOfBlocks(u, v, (SIDE * scale) / JPEG_BLOCK)) continue
    const here = height[at] as number
    const [cosine, sine] = [together[at] as number, ahead[at] as number]
    const alike = Math.hypot(cosine, sine)
    if (alike > ALIKE && cosine / alike < APART) stripes = Math.max(stripes, ofBoth[at] as number)
    if (u > 0 && Math.min(u, v) > length * OFF_AXIS) dots = Math.max(dots, Math.min(here, height[u * SIDE + SIDE / 2 - v] as number))
  }
  return { stripes, dots }
}

const isOfBlocks = (u: number, v: number, every: number) => nearMultiple(u, every) && nearMultiple(v, every)

const nearMultiple = (value: number, of: number) => Math.min(Math.abs(value) % of, of - (Math.abs(value) % of)) <= 1

function means(maps: readonly Float32Array[]): Float32Array {
  const found = new Float32Array((maps[0] as Float32Array).length)
  for (let at = 0; at < found.length; at++) {
    let sum = 0
    for (let map = 0; map < maps.length; map++) sum += (maps[map] as Float32Array)[at] as number
    found[at] = sum / maps.length
  }
  return found
}

function medians(maps: readonly Float32Array[]): Float32Array {
  const [values, middle] = [new Float32Array(maps.length), maps.length >> 1]
  const found = new Float32Array((maps[0] as Float32Array).length)
  for (let at = 0; at < found.length; at++) {
    for (let map = 0; map < maps.length; map++) putInOrder(values, map, (maps[map] as Float32Array)[at] as number)
    found[at] = values[middle] as number
  }
  return found
}

/** Among the first `count` values, which are in order. */
function putInOrder(values: Float32Array, count: number, value: number) {
  let at = count
  for (; at > 0 && (values[at - 1] as number) > value; at--) values[at] = values[at - 1] as number
  values[at] = value
}
