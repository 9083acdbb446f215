import sharp from 'sharp'
import type { GreyImage } from './grey'

/** Without its grain. @param deviation of a Gaussian, in pixels */
export async function soften({ data, width, height }: GreyImage, deviation: number): Promise<GreyImage> {
  const softened = await sharp(data, { raw: { width, height, channels: 1 } })
    .blur(deviation)
    .toColourspace('b-w')
    .raw()
    .toBuffer()
  return { data: softened, width, height }
}
