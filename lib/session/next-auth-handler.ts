import NextAuth from 'next-auth'
import { nextAuthOptions } from './next-auth-options'
import type { COMPANY_REALM, USER_REALM } from './realm'

type Context = { params: Promise<{ nextauth: string[] }> }

/** next-auth's own endpoints of one realm. A body that is none would make it fail; that is the sender's fault. */
export function nextAuthHandler(realm: typeof USER_REALM | typeof COMPANY_REALM) {
  return async (request: Request, context: Context): Promise<Response> => {
    if (!(await isDecodable(request.clone() as Request))) {
      return Response.json({ error: 'invalid_request', message: 'The body cannot be read.' }, { status: 400 })
    }
    return NextAuth(nextAuthOptions(realm))(request, context)
  }
}

/** As next-auth will read it: JSON or a form, by its content type; anything else is not looked at. */
async function isDecodable(request: Request): Promise<boolean> {
  const type = request.headers.get('content-type') ?? ''
  try {
    if (type.includes('application/json')) await request.json()
    else if (type.includes('form')) await request.formData()
    return true
  } catch {
    return false
  }
}
