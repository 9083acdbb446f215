import { readLogo } from '#lib/apps/logo/read-logo'
import { LOGO_PATH } from '#lib/apps/logo/take-logo'
import { endpoint } from '../endpoint'
import { json } from '../message'

/** Another picture has another address, so this one never changes. Opened by itself it may do nothing. */
const HEADERS = {
  'Content-Type': 'image/png',
  'Cache-Control': 'public, max-age=31536000, immutable',
  'Content-Security-Policy': "default-src 'none'; sandbox",
  'Cross-Origin-Resource-Policy': 'same-origin',
}

/** The logo of an app, as we drew it. */
export const appLogoEndpoint = endpoint(
  `${LOGO_PATH}:id`,
  {
    GET: async (_, { id = '' }) => {
      const png = await readLogo(id)
      return png ? { status: 200, headers: HEADERS, body: png } : json({ error: 'not_found', message: 'There is no such resource.' }, 404)
    },
  },
  {
    present: () => json({ error: 'server_error', message: 'Try again in a moment.' }, 503),
    methodNotAllowed: (allow) => json({ error: 'method_not_allowed', message: 'Use GET.' }, 405, { Allow: allow }),
  },
)
