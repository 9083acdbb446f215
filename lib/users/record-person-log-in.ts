import { type LogIn, recordLogIn } from '#lib/accounts/sessions/record-log-in'
import { restoreGrantsOf } from '#lib/grants/end-grants'
import { mailPerson } from '#lib/mail/person-mail'
import { requireAccount } from './account/open-account'
import { callOffDeletion } from './account/store'
import { PEOPLE } from './people'
import { callOffRecovery } from './recovery/finish-recovery'

/**
 * A person's log-in, which is also the end of a recovery that waits, and of a planned deletion: of that they are told, by mail too.
 * @param onKept called when a deletion was called off
 * @returns false when nobody logged in; see `recordLogIn`
 */
export const recordPersonLogIn = (logIn: LogIn, onKept: () => void = () => {}): Promise<boolean> =>
  recordLogIn(PEOPLE, logIn, async (tx, { id }) => {
    await callOffRecovery(tx, id)
    if (!(await callOffDeletion(tx, id))) return
    await restoreGrantsOf(tx, id, 'deletion')
    await mailPerson(tx, await requireAccount(tx, id), 'deletion_called_off', { path: '/account/security' })
    onKept()
  })
