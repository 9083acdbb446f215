import { KEY_PERMISSIONS, type KeyPermission } from '#lib/companies/keys/key-permissions'
import type { Operation } from '#lib/core/operation'

const LOOK = ['read', 'apps'] as const
const CHECK = ['read', 'verifications'] as const

/**
 * What a key needs for each operation of the REST interfaces; any one of them will do. What is said of the company and the catalogs is for every
 * key. Events tell of everything, so they and the addresses they are sent to have a permission of their own.
 */
export const OPERATION_PERMISSIONS: Readonly<Record<string, readonly KeyPermission[]>> = {
  getCompany: KEY_PERMISSIONS,
  listScopes: KEY_PERMISSIONS,
  listApps: LOOK,
  getApp: LOOK,
  createApp: ['apps'],
  updateApp: ['apps'],
  rotateSecret: ['apps'],
  listAuthorizations: ['read'],
  listVerificationFields: CHECK,
  listVerifications: CHECK,
  getVerification: CHECK,
  createVerification: ['verifications'],
  retryVerification: ['verifications'],
  cancelVerification: ['verifications'],
  listLog: ['read'],
  listEvents: ['events'],
  listWebhooks: ['events'],
  getWebhook: ['events'],
  createWebhook: ['events'],
  updateWebhook: ['events'],
  deleteWebhook: ['events'],
  rotateWebhookSecret: ['events'],
  testWebhook: ['events'],
  resendEvents: ['events'],
  createStream: ['events'],
  readStream: ['events'],
  updateStream: ['events'],
  replaceStream: ['events'],
  deleteStream: ['events'],
  readStreamStatus: ['events'],
  updateStreamStatus: ['events'],
  addSubject: ['events'],
  removeSubject: ['events'],
  verifyStream: ['events'],
  pollStream: ['events'],
}

/** Asked when an endpoint is made, so that none is served that is not in the table. */
export function permissionsFor({ id }: Pick<Operation, 'id'>): readonly KeyPermission[] {
  const needed = OPERATION_PERMISSIONS[id]
  if (!needed?.length) throw new Error(`operation ${id} has no line in OPERATION_PERMISSIONS`)
  return needed
}
