import { ApiError } from '#lib/core/api-error'
import { env } from '#lib/core/env'
import { fetchOutside } from '#lib/core/outside/fetch-outside'
import { OutsideError, type OutsideFault } from '#lib/core/outside/outside-error'
import { newId } from '#lib/core/random-id'
import { redrawLogo } from './redraw-logo'

export const LOGO_PATH = '/app-logos/'

const MAX_BYTES = 1024 * 1024
const TIMEOUT_MS = 5_000
const MAX_SHOWN = 200

/** A picture that was taken, and where it will be. */
export type Logo = { id: string; path: string; png: Buffer<ArrayBuffer> }

const EXPLANATION: Record<OutsideFault, string> = {
  not_an_address: 'is neither an https address nor a picture as `data:image/png;base64,…`',
  needs_https: 'must be an https address',
  names_us: 'is an address of this server itself',
  unresolved: 'names a host that no name server answers for',
  not_public: 'leads to no public server',
  no_answer: `did not answer within ${TIMEOUT_MS / 1000} seconds`,
  bad_status: 'did not answer with 200; redirects are not followed',
  too_large: `holds more than ${MAX_BYTES} bytes`,
}

const refuse = (text: string, why: string) => {
  const shown = text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}…` : text
  return new ApiError('invalid_request', `logo_uri: ${JSON.stringify(shown)} ${why}`)
}

/**
 * The picture that a company gives for its app: from its address, which is asked once and never again, or sent along.
 * @param given what was sent; an address of ours is one that was taken before
 * @returns null when there is no new picture
 * @throws ApiError `invalid_request`
 */
export async function takeLogo(given: string | null | undefined): Promise<Logo | null> {
  if (given === null || given === undefined || isOurs(given)) return null
  const png = await redrawLogo(await bytesOf(given))
  if (!png) throw refuse(given, 'is not a whole, still PNG, JPEG or WebP picture, nor a plain SVG drawing')
  const id = newId('lgo')
  return { id, path: LOGO_PATH + id, png: Buffer.from(png) }
}

/** Whether it is how an app's own logo is answered; which one it is, only that app knows. */
const isOurs = (text: string) => text.startsWith(env().BASE_URL + LOGO_PATH)

export const strangeLogo = (text: string) => refuse(text, 'is not the logo of this app')

async function bytesOf(given: string): Promise<Uint8Array> {
  const [, base64] = /^data:image\/(?:png|jpeg|webp|svg\+xml);base64,([A-Za-z0-9+/]+={0,2})$/.exec(given) ?? []
  if (base64 !== undefined) return Buffer.from(base64, 'base64')
  try {
    return await fetchOutside(given, { maxBytes: MAX_BYTES, timeoutMs: TIMEOUT_MS, accept: 'image/png, image/svg+xml, image/webp, image/jpeg' })
  } catch (error) {
    if (error instanceof OutsideError) throw refuse(given, EXPLANATION[error.fault])
    throw error
  }
}
