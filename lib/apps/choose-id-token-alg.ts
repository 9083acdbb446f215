import { recordAudit } from '#lib/audit/store'
import type { CompanyActor } from '#lib/companies/schema'
import { transaction, withDatabase } from '#lib/core/db'
import { findAnyApp, findApp, lockApp, updateIdTokenAlg } from './store'

export const ID_TOKEN_ALGS = ['RS256', 'ES256'] as const

export type IdTokenAlg = (typeof ID_TOKEN_ALGS)[number]

/**
 * How the app's id_tokens are signed from now on. Its own libraries must be ready for it.
 * @param actor a member of the app's company, or null for an operator
 * @returns the app's name, or null when there is none, or it is a foreign one
 * @see OpenID Connect Dynamic Client Registration §2, id_token_signed_response_alg
 */
export function chooseIdTokenAlg(actor: CompanyActor | null, id: string, alg: IdTokenAlg): Promise<string | null> {
  return transaction(async (tx) => {
    const companyId = actor ? actor.companyId : (await findAnyApp(tx, id))?.companyId
    const app = companyId === undefined ? null : await lockApp(tx, companyId, id)
    if (!app) return null
    if (app.idTokenAlg === alg) return app.name
    await updateIdTokenAlg(tx, id, alg)
    await recordAudit(tx, actor ?? { companyId: app.companyId, kind: 'operator', id: null }, {
      action: 'app.updated',
      target: { kind: 'app', id },
      before: { id_token_signed_response_alg: app.idTokenAlg },
      after: { id_token_signed_response_alg: alg },
    })
    return app.name
  })
}

/** @returns null when there is no such app of the company */
export async function readIdTokenAlg({ companyId }: CompanyActor, id: string): Promise<IdTokenAlg | null> {
  const app = await withDatabase((db) => findApp(db, companyId, id))
  return app && (ID_TOKEN_ALGS.find((alg) => alg === app.idTokenAlg) ?? null)
}
