import { USER_REALM } from '#lib/session/realm'
import { sessionRoute } from '#lib/session/session-route'

export const GET = sessionRoute(USER_REALM)
