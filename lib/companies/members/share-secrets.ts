import { recordAudit } from '#lib/audit/store'
import { may } from '../permissions'
import type { CompanyActor } from '../schema'
import { setSecretRule } from './store'
import { withMembersHeld } from './with-members-held'

/** Whether developers make and replace keys and secrets too. It holds from their next click. */
export const shareSecrets = (actor: CompanyActor, isShared: boolean): Promise<'done' | 'forbidden'> =>
  withMembersHeld(actor, async (tx, self) => {
    if (!may(self, 'secrets.share')) return 'forbidden'
    if (!(await setSecretRule(tx, actor.companyId, isShared))) return 'done'
    await recordAudit(tx, actor, {
      action: isShared ? 'company.secrets_shared' : 'company.secrets_reserved',
      target: { kind: 'company', id: actor.companyId },
    })
    return 'done'
  })
