import { API_ERRORS, type ApiErrorCode } from '#lib/core/api-error'
import { AUTHORIZATION_ERRORS, OAUTH_ERRORS, OAUTH_FAULTS, PAGE_ERRORS } from '#lib/oauth/errors'

export const API_CODES = Object.keys(API_ERRORS) as ApiErrorCode[]

const IN_BODY = { ...OAUTH_ERRORS, ...OAUTH_FAULTS }

type OAuthCode = keyof typeof IN_BODY | (typeof AUTHORIZATION_ERRORS)[number] | (typeof PAGE_ERRORS)[number]

const has = (list: readonly string[], code: string) => list.includes(code)

/** Every code of the protocol with the ways it reaches the client or the person, read from the lists that are thrown from. */
export const OAUTH_CODES = [...new Set<OAuthCode>([...AUTHORIZATION_ERRORS, ...PAGE_ERRORS, ...(Object.keys(IN_BODY) as OAuthCode[])])].map(
  (code) => ({
    code,
    isRedirected: has(AUTHORIZATION_ERRORS, code),
    isOnPage: has(PAGE_ERRORS, code) || code in OAUTH_FAULTS,
    bodyStatus: (IN_BODY as Partial<Record<OAuthCode, number>>)[code] ?? null,
  }),
)
