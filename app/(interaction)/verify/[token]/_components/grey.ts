/** One small grey picture, a byte a pixel, row after row. */
export type Grey = { pixels: Uint8Array; width: number; height: number }
