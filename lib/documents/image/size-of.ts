import sharp from 'sharp'

/** Pixels of a picture as it is shown. */
export async function sizeOf(image: Uint8Array): Promise<{ width: number; height: number }> {
  const { autoOrient } = await sharp(image).metadata()
  return { width: autoOrient.width, height: autoOrient.height }
}
