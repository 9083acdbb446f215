import type { AuthenticationResponseJSON } from '@simplewebauthn/server'
import { findNamedPasskey, logInWithPasskey } from '#lib/accounts/passkeys/log-in-with-passkey'
import type { ProvenLogIn } from '#lib/accounts/sessions/record-log-in'
import { noteFailedLogIn } from './note-failed-log-in'

const STAFF = { realm: 'staff' } as const

/** A passkey of a member of staff. What one of theirs was named for and could not be verified is in their company's audit log. */
export async function logInStaffWithPasskey(response: AuthenticationResponseJSON): Promise<ProvenLogIn | null> {
  const proven = await logInWithPasskey(STAFF, response)
  if (proven) return proven
  const named = await findNamedPasskey('staff', response)
  if (named) noteFailedLogIn(named.id, 'passkey')
  return null
}
