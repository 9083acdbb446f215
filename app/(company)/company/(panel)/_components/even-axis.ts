/**
 * The numbers of an axis that ends on an even one: 0, 50, 100 for a highest bar of 90.
 * @param most the highest count that is drawn
 */
export function evenAxis(most: number): number[] {
  const rough = Math.max(5, most) / 4
  const power = 10 ** Math.floor(Math.log10(rough))
  const step = Math.max(1, (rough <= power ? 1 : rough <= 2 * power ? 2 : rough <= 5 * power ? 5 : 10) * power)
  return Array.from({ length: Math.ceil(Math.max(5, most) / step) + 1 }, (_, n) => n * step)
}
