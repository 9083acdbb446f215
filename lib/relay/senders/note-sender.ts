import { PersonVault } from '#lib/users/person'
import type { OpenMail } from '../store/deliver'
import { sealSender, senderHash } from './sealed-sender'
import { noteMail } from './store'

/**
 * Looks at who wrote a mail that is about to leave, for a person who minds: a blocked sender's goes no further, and
 * nobody outside can tell, since it was accepted like any other; another sender is listed where the person wants that.
 */
export async function noteSender(mail: OpenMail, address: string): Promise<'blocked' | 'welcome'> {
  if (mail.user_id === null || mail.app_id === null) return 'welcome'
  // A notice of a failed delivery names nobody.
  if (address === '') return 'welcome'
  const key = { userId: mail.user_id, appId: mail.app_id }
  const vault = PersonVault.of({ id: key.userId, dataKeySealed: mail.data_key_sealed, masterKeyId: mail.user_key_id })
  return noteMail({ ...key, hash: senderHash(key, address), sealed: sealSender(vault.sealSecret, key, address) })
}
