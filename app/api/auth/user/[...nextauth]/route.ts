import { nextAuthHandler } from '#lib/session/next-auth-handler'
import { USER_REALM } from '#lib/session/realm'

const handler = nextAuthHandler(USER_REALM)

export { handler as GET, handler as POST }
