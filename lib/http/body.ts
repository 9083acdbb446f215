import type { HttpRequest } from './message'

export const MAX_BODY_BYTES = 64 * 1024

/** The media type without its parameters, in lower case. */
export const mediaType = (request: HttpRequest) => (request.header('content-type') ?? '').split(';')[0]?.trim().toLowerCase() ?? ''

export const isForm = (request: HttpRequest) => mediaType(request) === 'application/x-www-form-urlencoded'
