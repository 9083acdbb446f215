import { playgroundCallback } from '#lib/apps/playground-callback'
import { MAX_REDIRECT_URIS } from '#lib/apps/schema'
import { updateApp } from '#lib/apps/update-app'
import type { CompanyActor } from '#lib/companies/schema'
import { ApiError } from '#lib/core/api-error'

/** @throws ApiError `not_found`; `invalid_redirect_uri` when the app has no room for one more */
export const addCallbackAddress = (actor: CompanyActor, appId: string) =>
  updateApp(actor, appId, ({ redirectUris }) => {
    const address = playgroundCallback(appId)
    if (redirectUris.includes(address)) return null
    if (redirectUris.length >= MAX_REDIRECT_URIS) throw new ApiError('invalid_redirect_uri', 'redirect_uris: there is no room for one more')
    return { redirect_uris: [...redirectUris, address] }
  })

/** An app keeps at least one address, so the last one stays. @throws ApiError `not_found` */
export const removeCallbackAddress = (actor: CompanyActor, appId: string) =>
  updateApp(actor, appId, ({ redirectUris }) => {
    const others = redirectUris.filter((uri) => uri !== playgroundCallback(appId))
    return others.length > 0 ? { redirect_uris: others } : null
  })
