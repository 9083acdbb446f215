/** Side of the square that a spectrum is taken of: a power of two. */
export const SIDE = 128

/** Frequencies of two channels at once, row by row, the constant one first; the second channel takes the imaginary place. */
export type PackedSpectrum = { real: Float64Array; imaginary: Float64Array }

const WINDOW = Float64Array.from({ length: SIDE }, (_, index) => 0.5 - 0.5 * Math.cos((2 * Math.PI * (index + 0.5)) / SIDE))
const COSINES = Float64Array.from({ length: SIDE / 2 }, (_, index) => Math.cos((2 * Math.PI * index) / SIDE))
const SINES = Float64Array.from({ length: SIDE / 2 }, (_, index) => -Math.sin((2 * Math.PI * index) / SIDE))
const REVERSED = Uint16Array.from({ length: SIDE }, (_, index) => {
  let reversed = 0
  for (let bit = 1; bit < SIDE; bit <<= 1) reversed = (reversed << 1) | (index & bit ? 1 : 0)
  return reversed
})

/** Both channels lose their mean and fade towards the border, in place, before they are transformed. @see Hann window */
export function spectrumOf(first: Float64Array, second: Float64Array): PackedSpectrum {
  fade(first)
  fade(second)
  for (let row = 0; row < SIDE; row++) transform(first, second, row * SIDE, 1)
  for (let column = 0; column < SIDE; column++) transform(first, second, column, SIDE)
  return { real: first, imaginary: second }
}

function fade(values: Float64Array) {
  let sum = 0
  for (let at = 0; at < values.length; at++) sum += values[at] as number
  const mean = sum / values.length
  for (let y = 0, at = 0; y < SIDE; y++) {
    for (let x = 0; x < SIDE; x++, at++) values[at] = ((values[at] as number) - mean) * (WINDOW[x] as number) * (WINDOW[y] as number)
  }
}

/** One row or column. @see Cooley and Tukey 1965 */
function transform(real: Float64Array, imaginary: Float64Array, start: number, step: number) {
  for (let index = 0; index < SIDE; index++) {
    const other = REVERSED[index] as number
    if (other <= index) continue
    swap(real, start + index * step, start + other * step)
    swap(imaginary, start + index * step, start + other * step)
  }
  for (let half = 1; half < SIDE; half *= 2) {
    const stride = SIDE / (2 * half)
    for (let block = 0; block < SIDE; block += 2 * half) {
      for (let k = 0; k < half; k++) {
        const cos = COSINES[k * stride] as number
        const sin = SINES[k * stride] as number
        const upper = start + (block + k) * step
        const lower = upper + half * step
        const turnedRe = (real[lower] as number) * cos - (imaginary[lower] as number) * sin
        const turnedIm = (real[lower] as number) * sin + (imaginary[lower] as number) * cos
        real[lower] = (real[upper] as number) - turnedRe
        imaginary[lower] = (imaginary[upper] as number) - turnedIm
        real[upper] = (real[upper] as number) + turnedRe
        imaginary[upper] = (imaginary[upper] as number) + turnedIm
      }
    }
  }
}

function swap(values: Float64Array, one: number, other: number) {
  const kept = values[one] as number
  values[one] = values[other] as number
  values[other] = kept
}
