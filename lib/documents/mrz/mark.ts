/** A spot of ink that may be a character: its middle and its size. */
export type Mark = { x: number; y: number; width: number; height: number }
