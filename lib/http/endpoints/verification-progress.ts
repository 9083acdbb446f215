import { endpoint } from '../endpoint'
import { json } from '../message'
import { visitOf } from './verification-access'

const gone = () => json({ error: 'not_found', message: 'There is no such resource.' }, 404)

/** A word that changes whenever the page of a session would look different. The waiting page asks for it. */
export const verificationProgressEndpoint = endpoint(
  '/verify/:token/progress',
  {
    GET: async (request, { token = '' }) => {
      const visit = await visitOf(request, token)
      return visit ? json({ progress: visit.progress }) : gone()
    },
  },
  {
    present: () => json({ error: 'server_error', message: 'Try again in a moment.' }, 503),
    methodNotAllowed: (allow) => json({ error: 'method_not_allowed', message: 'Use GET.' }, 405, { Allow: allow }),
  },
)
