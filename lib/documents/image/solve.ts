/**
 * Gauss and Jordan, with pivots.
 * @param system rows of coefficients, each followed by its right side; changed in place
 * @returns undefined when the equations do not determine a solution
 */
export function solve(system: Float64Array[]): number[] | undefined {
  const size = system.length
  for (let column = 0; column < size; column++) {
    let pivotAt = column
    for (let row = column + 1; row < size; row++) {
      if (Math.abs((system[row] as Float64Array)[column] as number) > Math.abs((system[pivotAt] as Float64Array)[column] as number)) pivotAt = row
    }
    const pivot = system[pivotAt] as Float64Array
    if (Math.abs(pivot[column] as number) < 1e-12) return undefined
    system[pivotAt] = system[column] as Float64Array
    system[column] = pivot
    for (const row of system) if (row !== pivot) eliminate(row, pivot, column)
  }
  return system.map((row, index) => (row[size] as number) / (row[index] as number))
}

function eliminate(row: Float64Array, pivot: Float64Array, column: number) {
  const factor = (row[column] as number) / (pivot[column] as number)
  if (factor === 0) return
  for (let j = column; j < row.length; j++) row[j] = (row[j] as number) - factor * (pivot[j] as number)
}
