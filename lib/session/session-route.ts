import NextAuth from 'next-auth'
import { nextAuthOptions } from './next-auth-options'
import type { COMPANY_REALM, USER_REALM } from './realm'

/**
 * next-auth's session endpoint of one realm, the only one of its endpoints there is: logging in and out are pages of ours,
 * and its own have no content policy.
 */
export function sessionRoute(realm: typeof USER_REALM | typeof COMPANY_REALM) {
  const params = Promise.resolve({ nextauth: ['session'] })
  return async (request: Request): Promise<Response> => NextAuth(nextAuthOptions(realm))(request, { params })
}
