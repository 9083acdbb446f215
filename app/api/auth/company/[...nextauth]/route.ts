import NextAuth from 'next-auth'
import { nextAuthOptions } from '#lib/session/next-auth-options'
import { COMPANY_REALM } from '#lib/session/realm'

const handler = (request: Request, context: { params: Promise<{ nextauth: string[] }> }) => NextAuth(nextAuthOptions(COMPANY_REALM))(request, context)

export { handler as GET, handler as POST }
