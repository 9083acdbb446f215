/** A cell is one pitch wide and 1.4 high. */
export const CELL_WIDTH = 20
export const CELL_HEIGHT = 28
export const CELL_SIZE = CELL_WIDTH * CELL_HEIGHT

/** What the network tells apart, in the order of its outputs. */
export const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789<'

export type Layer = { inputs: number; outputs: number; weights: Float32Array; biases: Float32Array }

/** Weights are stored as bytes, each row with a scale of its own; 127 stands for the largest of the row. */
export type StoredLayer = { scales: number[]; biases: number[]; weights: string }

/** Ink becomes positive, whatever the light and the paper. */
export function evenOut(cell: Float32Array) {
  let [sum, squares] = [0, 0]
  for (const value of cell) {
    sum += value
    squares += value * value
  }
  const mean = sum / cell.length
  const deviation = Math.sqrt(Math.max(16, squares / cell.length - mean * mean))
  for (let index = 0; index < cell.length; index++) cell[index] = (mean - (cell[index] as number)) / deviation
}

const MOST_INPUTS = 4096
/** Which inputs of a row are not zero: more than half are, behind another layer. */
const lit = new Uint16Array(MOST_INPUTS)

/**
 * Fills `result`, for as many rows of inputs as `values` has. Four sums at once: the processor need not wait for one to end
 * before it begins the next.
 */
export function forward({ inputs, outputs, weights, biases }: Layer, values: Float32Array, result: Float32Array) {
  const inFours = outputs - (outputs % 4)
  const rows = Math.floor(values.length / inputs)
  for (let row = 0, from = 0, to = 0; row < rows; row++, from += inputs, to += outputs) {
    let count = 0
    for (let input = 0; input < inputs; input++) if (values[from + input] !== 0) lit[count++] = input
    for (let output = 0; output < inFours; output += 4) {
      let first = biases[output] as number
      let second = biases[output + 1] as number
      let third = biases[output + 2] as number
      let fourth = biases[output + 3] as number
      for (let nth = 0, at = output * inputs; nth < count; nth++) {
        const input = lit[nth] as number
        const value = values[from + input] as number
        first += (weights[at + input] as number) * value
        second += (weights[at + inputs + input] as number) * value
        third += (weights[at + 2 * inputs + input] as number) * value
        fourth += (weights[at + 3 * inputs + input] as number) * value
      }
      result[to + output] = first
      result[to + output + 1] = second
      result[to + output + 2] = third
      result[to + output + 3] = fourth
    }
    for (let output = inFours; output < outputs; output++) {
      let sum = biases[output] as number
      for (let input = 0; input < inputs; input++) sum += (weights[output * inputs + input] as number) * (values[from + input] as number)
      result[to + output] = sum
    }
  }
}

/** What is below zero becomes zero. */
export function rectify(values: Float32Array) {
  for (let index = 0; index < values.length; index++) if ((values[index] as number) < 0) values[index] = 0
}

export function softmax(values: Float32Array): Float32Array {
  const highest = Math.max(...values)
  const powers = values.map((value) => Math.exp(value - highest))
  const total = powers.reduce((sum, power) => sum + power, 0)
  return powers.map((power) => power / total)
}

export function restoreLayer({ scales, biases, weights }: StoredLayer): Layer {
  const bytes = new Int8Array(Buffer.from(weights, 'base64'))
  const outputs = biases.length
  const inputs = bytes.length / outputs
  const restored = Float32Array.from(bytes, (byte, index) => (byte * (scales[Math.floor(index / inputs)] as number)) / 127)
  return { inputs, outputs, weights: restored, biases: Float32Array.from(biases) }
}
