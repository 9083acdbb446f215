import { rfc3339 } from '#lib/core/time'
import type { App } from './schema'

/** An app as every answer shows it: never with its secret. */
export const presentApp = (app: App) => ({
  id: app.id,
  name: app.name,
  client_id: app.clientId,
  client_type: app.clientType,
  redirect_uris: app.redirectUris,
  scopes: app.scopes,
  status: app.status,
  created_at: rfc3339(app.createdAt),
  updated_at: rfc3339(app.updatedAt),
})
