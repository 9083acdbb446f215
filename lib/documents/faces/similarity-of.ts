import type { Face } from './describe-face'

/** Cosine of the angle between two descriptors: 1 for the same picture, about 0.55 for two people. */
export function similarityOf({ descriptor: one }: Pick<Face, 'descriptor'>, { descriptor: other }: Pick<Face, 'descriptor'>): number {
  return one.reduce((sum, value, index) => sum + value * (other[index] as number), 0)
}
