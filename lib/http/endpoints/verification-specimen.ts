import { isSpecimen, ownSpecimen } from '#lib/verifications/page/own-specimen'
import { visitAsPhone } from '#lib/verifications/page/visit-verification'
import { endpoint } from '../endpoint'
import { json } from '../message'
import { mayTakePictures } from './verification-access'

const gone = () => json({ error: 'not_found', message: 'There is no such resource.' }, 404)

/** A specimen to try a verification with, on installations where nothing is real. */
export const verificationSpecimenEndpoint = endpoint(
  '/verify/:token/specimen/:kind',
  {
    GET: async (request, { token = '', kind = '' }) => {
      const sessionId = isSpecimen(kind) ? await mayTakePictures(request, token) : null
      if (!sessionId || !isSpecimen(kind) || !(await visitAsPhone(sessionId))?.takesSpecimens) return gone()
      const image = await ownSpecimen(sessionId, kind)
      return {
        status: 200,
        headers: { 'Content-Type': 'image/jpeg', 'Content-Disposition': `attachment; filename="specimen-${kind}.jpg"`, 'Cache-Control': 'no-store' },
        body: image,
      }
    },
  },
  {
    present: () => json({ error: 'server_error', message: 'Try again in a moment.' }, 503),
    methodNotAllowed: (allow) => json({ error: 'method_not_allowed', message: 'Use GET.' }, 405, { Allow: allow }),
  },
)
