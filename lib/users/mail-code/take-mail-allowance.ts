import { type Client, deviceHashOf } from '#lib/accounts/client'
import { deviceSubject } from '#lib/accounts/throttles/guesses'
import { type Refusal, type Taken, takeAllowance } from '#lib/accounts/throttles/take-allowance'
import { findCredentials } from '../store'

/**
 * A mail that somebody asks for who is not logged in, to log in or to recover: one count for both, so that strangers cannot
 * have an address flooded by asking for each. A browser that logged in before has its own, which they cannot use up.
 * @param email in normal form
 */
export async function takeMailAllowance(email: string, client: Client): Promise<Taken | Refusal> {
  const device = client.device === undefined ? null : deviceHashOf(client.device)
  const isOwnBrowser = (await findCredentials(email, device))?.isKnownDevice === true
  if (device && isOwnBrowser) return takeAllowance({ act: 'recovery', realm: 'person', by: 'device', subject: deviceSubject(email, device) })
  return takeAllowance(
    { act: 'recovery', realm: 'person', by: 'network', subject: client.network },
    { act: 'recovery', realm: 'person', by: 'service', subject: '' },
    { act: 'recovery', realm: 'person', by: 'day', subject: email },
    { act: 'recovery', realm: 'person', by: 'account', subject: email },
  )
}
