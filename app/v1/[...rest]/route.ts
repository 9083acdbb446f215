import { nextRoute } from '#lib/http/next-route'
import { MISSING_V1 } from '#lib/http/routes'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = nextRoute(MISSING_V1)
