import type { Client } from '#lib/accounts/client'
import { clientNetwork } from '#lib/core/client'
import { readBrowserSecret } from './browser-secret'
import type { SecretName } from './browser-secret-cookie'

/** Who sent the form that is being answered. @param device under which this browser is known to people, or to staff */
export const readClient = async (device: Extract<SecretName, 'device' | 'company-device'> = 'device'): Promise<Client> => ({
  network: clientNetwork(),
  device: await readBrowserSecret(device),
})
