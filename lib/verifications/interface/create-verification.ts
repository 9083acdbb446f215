import type { z } from 'zod'
import { opens } from '#lib/apps/open'
import { recordAudit } from '#lib/audit/store'
import type { CompanyActor } from '#lib/companies/schema'
import { ApiError } from '#lib/core/api-error'
import { type Prisma, transaction } from '#lib/core/db'
import { isTest } from '#lib/core/environment'
import { newIdOn } from '#lib/core/shard'
import { sealState } from '../page/sealed-state'
import { newLink } from '../page/verification-link'
import { findAppForVerification } from '../store/apps'
import { findSubs, findUserBySub } from '../store/subjects'
import { insertVerification, type VerificationOfApp } from '../store/verifications'
import type { createVerificationInput } from './contract'
import { leastFor } from './least-assurance'
import { presentVerification } from './present-verification'
import { walletFault } from './wallet-fault'

/**
 * Starts a session. Its address is in the answer and nowhere else. Spec: Verification interface.
 * @throws ApiError `invalid_client` for an unknown or inactive app, `invalid_redirect_uri`, `invalid_request`
 */
export async function createVerification(actor: CompanyActor, input: z.output<typeof createVerificationInput>) {
  const id = newIdOn('ver')
  const { url, tokenHash } = newLink(id)
  const presented = await transaction(async (tx) => {
    const app = await requireActiveApp(tx, actor.companyId, { clientId: input.client_id })
    if (input.redirect_uri !== undefined && !app.redirectUris.includes(input.redirect_uri)) {
      throw new ApiError('invalid_redirect_uri', 'redirect_uri: is not registered for this app, character for character')
    }
    const expectedUserId = input.sub === undefined ? null : await findUserBySub(tx, app.id, input.sub)
    if (input.sub !== undefined && expectedUserId === null) {
      throw new ApiError('invalid_request', 'sub: no user of this app has this pseudonym and a consent')
    }
    const minAssurance = leastFor(input.fields, input.min_assurance)
    const fault = await walletFault({ fields: input.fields, minAssurance, credentialTypes: input.credential_types ?? [] }, isTest(app.environment))
    if (fault !== null) throw new ApiError('invalid_request', fault)
    const session = await insertVerification(tx, {
      id,
      companyId: actor.companyId,
      appId: app.id,
      tokenHash,
      fields: input.fields,
      minAssurance,
      credentialTypes: input.credential_types ?? [],
      reference: input.reference ?? null,
      redirectUri: input.redirect_uri ?? null,
      ...sealState(id, input.state),
      locale: input.locale ?? null,
      expiresInSeconds: input.expires_in,
      maxAttempts: input.max_attempts,
      expectedUserId,
    })
    await recordAudit(tx, actor, {
      action: 'verification.created',
      target: { kind: 'verification', id },
      after: { app_id: app.id, fields: input.fields, min_assurance: session.minAssurance },
    })
    return presentVerification(session as VerificationOfApp, (await findSubs(tx, [session])).get(id) ?? null)
  })
  return { ...presented, url }
}

/**
 * The company's app, held so that it cannot be switched off meanwhile. A foreign one is a missing one.
 * @throws ApiError `invalid_client`
 */
export async function requireActiveApp(tx: Prisma, companyId: string, key: { clientId: string } | { id: string }) {
  const app = await findAppForVerification(tx, companyId, key)
  if (!app) throw new ApiError('invalid_client', 'client_id: is not one of your apps')
  if (!opens(app)) throw new ApiError('invalid_client', 'client_id: this app is not active')
  return app
}
