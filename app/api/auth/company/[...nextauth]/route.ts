import { nextAuthHandler } from '#lib/session/next-auth-handler'
import { COMPANY_REALM } from '#lib/session/realm'

const handler = nextAuthHandler(COMPANY_REALM)

export { handler as GET, handler as POST }
