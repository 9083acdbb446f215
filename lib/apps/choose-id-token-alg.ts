import { recordAudit } from '#lib/audit/store'
import { prismaTransaction } from '#lib/core/db'
import { findAnyApp, lockApp, updateIdTokenAlg } from './store'

export const ID_TOKEN_ALGS = ['RS256', 'ES256'] as const

export type IdTokenAlg = (typeof ID_TOKEN_ALGS)[number]

/**
 * How the app's id_tokens are signed from now on. Its own libraries must be ready for it, so an operator does this when
 * the company asks. @see OpenID Connect Dynamic Client Registration §2, id_token_signed_response_alg
 * @returns the app's name, or null when there is none
 */
export function chooseIdTokenAlg(id: string, alg: IdTokenAlg): Promise<string | null> {
  return prismaTransaction(async (tx) => {
    const found = await findAnyApp(tx, id)
    const app = found && (await lockApp(tx, found.companyId, id))
    if (!app) return null
    await updateIdTokenAlg(tx, id, alg)
    await recordAudit(
      tx,
      { companyId: app.companyId, kind: 'operator', id: null },
      {
        action: 'app.updated',
        target: { kind: 'app', id },
        before: { id_token_signed_response_alg: app.idTokenAlg },
        after: { id_token_signed_response_alg: alg },
      },
    )
    return app.name
  })
}
