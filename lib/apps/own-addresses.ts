import { env } from '#lib/core/env'
import { playgroundCallback } from './playground-callback'
import type { Registrant } from './redirect-uri-rules'

/** What of ours an app may not register, and the one address that it may, once it is there. */
export const ownAddresses = (appId: string | null): OwnAddresses => ({
  ownOrigin: env().BASE_URL,
  ownCallback: appId === null ? undefined : playgroundCallback(appId),
})

export type OwnAddresses = Omit<Registrant, 'isPublic'>
