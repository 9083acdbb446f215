import { env } from '#lib/core/env'
import { AppError } from '#lib/core/errors'
import { log } from '#lib/core/log'
import { MAX_IMAGE_BYTES } from '#lib/documents/inspect-image'
import { admitPicture } from '#lib/verifications/page/admit-picture'
import { addPicture } from '#lib/verifications/page/take-pictures'
import { isPictureKind } from '#lib/verifications/picture-kinds'
import { redirectTo } from '../browser-route'
import { endpoint, type Handler } from '../endpoint'
import { type HttpReply, type HttpRequest, json } from '../message'
import { mayTakePictures } from './verification-access'

/** Room for the parts of the form around the picture. */
const MAX_UPLOAD_BYTES = MAX_IMAGE_BYTES + 64 * 1024

const STATUS: Record<string, number> = { image_file_too_large: 413, not_yours: 403, busy: 503 }

/** A picture that was not taken, and why: a code that the page has words for. */
class UploadError extends AppError {
  readonly status: number

  constructor(code: string) {
    super(code, 'The picture was not taken.')
    this.status = STATUS[code] ?? 400
  }
}

/** Takes one picture of a session, from the camera of the page or from a plain form. */
const takePicture: Handler = async (request, { token = '' }) => {
  if (request.header('origin') !== env().BASE_URL) throw new UploadError('not_yours')
  const sessionId = await mayTakePictures(request, token)
  if (!sessionId) throw new UploadError('not_yours')
  const { kind, picture } = await readForm(request)
  const inspected = await admitPicture(picture)
  if (!inspected.ok) throw new UploadError(inspected.fault)
  if (!(await addPicture(sessionId, kind, inspected.image))) throw new UploadError('not_waiting')
  return wantsJson(request) ? json({ taken: true }) : toPage(token)
}

async function readForm(request: HttpRequest) {
  const bytes = await request.readBody(MAX_UPLOAD_BYTES)
  const type = request.header('content-type') ?? ''
  const form = await new Response(new Uint8Array(bytes), { headers: { 'content-type': type } }).formData().catch(() => null)
  const [kind, picture] = [form?.get('kind'), form?.get('picture')]
  if (typeof kind !== 'string' || !isPictureKind(kind) || !(picture instanceof Blob)) throw new UploadError('image_empty')
  return { kind, picture: new Uint8Array(await picture.arrayBuffer()) }
}

const wantsJson = (request: HttpRequest) => request.header('accept')?.includes('application/json') ?? false

const toPage = (token: string, fault?: string): HttpReply => redirectTo(`/verify/${encodeURIComponent(token)}${fault ? `?fault=${fault}` : ''}`)

function present(error: unknown, request: HttpRequest): HttpReply {
  const isKnown = error instanceof AppError
  if (!isKnown) log.error({ err: error }, 'a picture could not be taken')
  const { code, status } = isKnown ? error : { code: 'server_error', status: 500 }
  const fault = code === 'payload_too_large' ? 'image_file_too_large' : code
  if (wantsJson(request)) return json({ error: fault, message: 'The picture was not taken.' }, status)
  const token = request.url.split(/[/?]/)[2] ?? ''
  return toPage(decodeURIComponent(token), fault)
}

export const verificationPicturesEndpoint = endpoint(
  '/verify/:token/pictures',
  { POST: takePicture },
  { present, methodNotAllowed: (allow) => json({ error: 'method_not_allowed', message: 'Use POST.' }, 405, { Allow: allow }) },
)
