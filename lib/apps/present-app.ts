import { rfc3339 } from '#lib/core/time'
import { fieldsOf } from './fields'
import type { App } from './schema'

/** An app as every answer shows it: never with its secret. */
export const presentApp = (app: App) => ({
  id: app.id,
  client_id: app.clientId,
  client_type: app.clientType,
  ...fieldsOf(app),
  created_at: rfc3339(app.createdAt),
  updated_at: rfc3339(app.updatedAt),
})
