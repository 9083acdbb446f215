import { recordAudit } from '#lib/audit/store'
import { transaction } from '#lib/core/db'
import { newId } from '#lib/core/random-id'
import { issueSecret } from '#lib/core/secret-token'
import { rfc3339 } from '#lib/core/time'
import { isTestCompany } from './environments/store'
import type { KeyDays } from './keys/key-days'
import { EVERYTHING_FROM_ANYWHERE, type KeyTerms, termsToTell } from './keys/key-terms'
import { mailStaffOf } from './mail-staff-of'
import type { CompanyActor } from './schema'
import { insertApiKey } from './store'

/**
 * A new API key. The key itself is in the answer and nowhere else: only its hash is kept. Spec: API key.
 * @param name what the company calls the key, 1 to 100 characters
 * @param days after which it is refused
 * @param terms what it may be used for, and from where
 */
export async function issueApiKey(
  actor: CompanyActor,
  name: string,
  days: KeyDays = null,
  terms: KeyTerms = EVERYTHING_FROM_ANYWHERE,
): Promise<{ id: string; apiKey: string }> {
  const id = newId('key')
  const secret = await transaction(async (tx) => {
    const { secret, hash, pepperId } = issueSecret((await isTestCompany(tx, actor.companyId)) ? 'sgk_test' : 'sgk')
    const fields = {
      id,
      companyId: actor.companyId,
      createdById: actor.kind === 'staff' ? actor.id : null,
      name,
      keyHash: hash,
      pepperId,
      lastFour: secret.slice(-4),
      ...terms,
    }
    const expiresAt = await insertApiKey(tx, fields, days)
    await recordAudit(tx, actor, {
      action: 'api_key.created',
      target: { kind: 'api_key', id },
      after: { name, ...termsToTell(terms), ...(expiresAt && { expires_at: rfc3339(expiresAt) }) },
    })
    await mailStaffOf(tx, actor.companyId, ['owner', 'admin'], 'staff_key_created', '/company/keys', { key: name })
    return secret
  })
  return { id, apiKey: secret }
}
