import { fileTypeFromBuffer } from 'file-type'
import sharp from 'sharp'
import { hidesAnotherFile } from './hidden-file'
import type { ImageFault, InspectImageResult } from './types'

export const MAX_IMAGE_BYTES = 12 * 1024 * 1024
export const MAX_IMAGE_PIXELS = 40_000_000

const STILL_TYPES: ReadonlySet<string> = new Set(['image/jpeg', 'image/png', 'image/webp'])
const ANIMATED_TYPES: ReadonlySet<string> = new Set(['image/apng', 'image/gif'])

// Every decoder but three is out of reach, whatever a file claims to be.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({ operation: ['VipsForeignLoadJpegBuffer', 'VipsForeignLoadPngBuffer', 'VipsForeignLoadWebpBuffer'] })

// No picture comes twice, and a reading thread is one of several: a cache and threads of its own would only hold memory.
sharp.cache(false)
sharp.concurrency(1)

/**
 * Lets pictures in and nothing else. What comes back was decoded and written anew: upright, sRGB, JPEG, without EXIF or
 * anything that stood beside the pixels.
 * @param upload JPEG, PNG or WebP, one frame, at most 12 MB and 40 megapixels
 */
export async function inspectImage(upload: Uint8Array): Promise<InspectImageResult> {
  const unfit = await faultOfPicture(upload)
  if (unfit) return fault(unfit)
  try {
    return await rewrite(upload)
  } catch {
    return fault('image_damaged')
  }
}

/** Why a file is none of those pictures, by its head and its size; that it can be decoded shows only when it is. */
export async function faultOfPicture(upload: Uint8Array): Promise<ImageFault | undefined> {
  if (upload.length === 0) return 'image_empty'
  if (upload.length > MAX_IMAGE_BYTES) return 'image_file_too_large'
  const wrongType = await faultOfType(upload)
  if (wrongType) return wrongType
  try {
    return (await faultOfShape(upload)) ?? (hidesAnotherFile(upload) ? 'image_holds_another_file' : undefined)
  } catch {
    return 'image_damaged'
  }
}

const fault = (code: ImageFault) => ({ ok: false, fault: code }) as const

async function faultOfType(upload: Uint8Array): Promise<ImageFault | undefined> {
  const type = await fileTypeFromBuffer(upload).catch(() => undefined)
  if (type && ANIMATED_TYPES.has(type.mime)) return 'image_animated'
  return type && STILL_TYPES.has(type.mime) ? undefined : 'image_type_not_supported'
}

/** Reads the header alone, so that a picture of 16,000 by 16,000 pixels costs nothing. */
async function faultOfShape(upload: Uint8Array): Promise<ImageFault | undefined> {
  const { width, height, pages } = await sharp(upload, { limitInputPixels: false }).metadata()
  if ((pages ?? 1) > 1) return 'image_animated'
  return width * height > MAX_IMAGE_PIXELS ? 'image_too_many_pixels' : undefined
}

async function rewrite(upload: Uint8Array): Promise<InspectImageResult> {
  const { data, info } = await sharp(upload, { limitInputPixels: MAX_IMAGE_PIXELS, failOn: 'warning' })
    .autoOrient()
    .flatten({ background: '#fff' })
    .toColourspace('srgb')
    .jpeg({ quality: 92, chromaSubsampling: '4:4:4' })
    .toBuffer({ resolveWithObject: true })
  return { ok: true, image: data, width: info.width, height: info.height }
}
