import { nextRoute } from '#lib/http/next-route'
import { MISSING_API } from '#lib/http/routes'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = nextRoute(MISSING_API)
