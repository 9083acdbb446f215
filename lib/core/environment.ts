/** Where what serves real people belongs; every other is the test environment of one company, by its id. */
export const LIVE = 'live'

export const isTest = (environment: string): boolean => environment !== LIVE

/** Addresses of invented people end in this: no mail to it leaves the house. @see RFC 6761 §6.4 */
export const DEMO_DOMAIN = 'demo.invalid'

export const isDemoAddress = (email: string): boolean => email.toLowerCase().endsWith(`@${DEMO_DOMAIN}`)
