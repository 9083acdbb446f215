import { COMPANY_REALM } from '#lib/session/realm'
import { sessionRoute } from '#lib/session/session-route'

export const GET = sessionRoute(COMPANY_REALM)
