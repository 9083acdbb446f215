import { env } from './env'

/** The two interfaces that the error catalogue has a list for. */
type Interface = 'api' | 'oauth'

/** The line of a code on the page of the catalogue. */
export const errorAnchor = (of: Interface, code: string) => `${of}-${code}`

/** Where the catalogue explains a code. */
export const errorAddress = (of: Interface, code: string) => `${env().BASE_URL}/docs/errors#${errorAnchor(of, code)}`
