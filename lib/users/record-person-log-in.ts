import { type LogIn, recordLogIn } from '#lib/accounts/sessions/record-log-in'
import { restoreGrantsOf } from '#lib/grants/end-grants'
import { callOffDeletion } from './account/store'
import { PEOPLE } from './people'
import { callOffRecovery } from './recovery/finish-recovery'

/** A person's log-in, which is also the end of a planned deletion and of a recovery that waits. @returns false when nobody logged in; see `recordLogIn` */
export const recordPersonLogIn = (logIn: LogIn): Promise<boolean> =>
  recordLogIn(PEOPLE, logIn, async (tx, { id }) => {
    if (await callOffDeletion(tx, id)) await restoreGrantsOf(tx, id)
    await callOffRecovery(tx, id)
  })
