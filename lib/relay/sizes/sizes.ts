import { domainOf } from '#lib/core/email-address'
import { blindIndex } from '#lib/core/sealed'
import { PersonVault } from '#lib/users/person'
import { SIZE_STEPS } from '../limits'
import { findBouncedReader, findDomainSize, findReader, type SealedReader, setDomainSize } from './store'

/**
 * What mail servers of the readers' providers find too large. It is learned from their refusals and kept by a fingerprint of
 * the domain; senders see it in three wide steps, which tell no provider from another of its kind.
 */

/** Message too big for the system, or for the mailbox. @see RFC 3463 §3.3, §3.4 */
export const saysTooLarge = (code: string) => code === '5.3.4' || code === '5.2.3'

const hashOf = (domain: string) => blindIndex('mail-domain', domain)

/** The step below a size that was too much, or null where it is below all of them. */
export const stepBelow = (bytes: number): number | null => SIZE_STEPS.filter((step) => step < bytes).at(-1) ?? null

const domainOfReader = (reader: SealedReader) =>
  domainOf(
    PersonVault.of({ id: reader.user_id, dataKeySealed: reader.data_key_sealed, masterKeyId: reader.user_key_id }).openEmail(reader.email_sealed),
  )

/** A mail server refused a message of so many bytes as too large. */
export async function learnSize(address: string, bytes: number): Promise<void> {
  const step = stepBelow(bytes)
  if (step !== null) await setDomainSize(hashOf(domainOf(address)), step)
}

/** A forwarded mail came back as too large: the last large one to that alias. */
export async function learnSizeOfBounce(bounceId: string): Promise<void> {
  const reader = await findBouncedReader(bounceId)
  const step = reader && stepBelow(reader.large_bytes)
  if (reader && step !== null) await setDomainSize(hashOf(domainOfReader(reader)), step)
}

/** Whether nobody's mail server of those a message is for takes so much. Small messages are not looked into. */
export async function isTooLargeForAll(grantIds: readonly string[], bytes: number): Promise<boolean> {
  if (bytes <= (SIZE_STEPS[0] as number) || grantIds.length === 0) return false
  for (const grantId of grantIds) {
    const reader = await findReader(grantId)
    const most = reader && (await findDomainSize(hashOf(domainOfReader(reader))))
    if (most === null || bytes <= most) return false
  }
  return true
}
