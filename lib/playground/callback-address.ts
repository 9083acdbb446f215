import { MAX_REDIRECT_URIS } from '#lib/apps/schema'
import { updateApp } from '#lib/apps/update-app'
import type { CompanyActor } from '#lib/companies/schema'
import { ApiError } from '#lib/core/api-error'
import { env } from '#lib/core/env'

/**
 * Where a trial log-in of an app comes back to. To the protocol it is a redirect URI like any other: it works while it is
 * registered, compared character for character, and no line of the protocol knows of it.
 */
export const callbackAddress = (appId: string) => `${env().BASE_URL}/company/apps/${appId}/playground/callback`

/** @throws ApiError `not_found`; `invalid_redirect_uri` when the app has no room for one more */
export const addCallbackAddress = (actor: CompanyActor, appId: string) =>
  updateApp(actor, appId, ({ redirectUris }) => {
    const address = callbackAddress(appId)
    if (redirectUris.includes(address)) return null
    if (redirectUris.length >= MAX_REDIRECT_URIS) throw new ApiError('invalid_redirect_uri', 'redirect_uris: there is no room for one more')
    return { redirect_uris: [...redirectUris, address] }
  })

/** An app keeps at least one address, so the last one stays. @throws ApiError `not_found` */
export const removeCallbackAddress = (actor: CompanyActor, appId: string) =>
  updateApp(actor, appId, ({ redirectUris }) => {
    const others = redirectUris.filter((uri) => uri !== callbackAddress(appId))
    return others.length > 0 ? { redirect_uris: others } : null
  })
