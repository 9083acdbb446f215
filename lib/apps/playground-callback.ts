import { env } from '#lib/core/env'

/**
 * Where a trial log-in of an app comes back to. To the protocol it is a redirect URI like any other: it works while it is
 * registered, compared character for character. Only whoever judges what may be registered knows it, as the one address
 * of this server that an app may have.
 */
export const playgroundCallback = (appId: string) => `${env().BASE_URL}/company/apps/${appId}/playground/callback`
