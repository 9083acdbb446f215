import { nextRoute } from '#lib/http/next-route'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = nextRoute('/api/v1/log')
