import { specimenAuthorities } from './specimen-authorities'
import { STATUS, statusListJwt } from './status-list'

/** Of specimens: no server has it, it is made here. @see RFC 2606 §2 */
export const SPECIMEN_LIST = 'https://specimen.invalid/status/1'

/** Entries of specimens by how they stand. */
export const SPECIMEN_ENTRIES = { valid: 3, revoked: 7, suspended: 8 } as const

/** How specimens stand, signed by their issuer. */
export async function specimenList(): Promise<Uint8Array> {
  const { issuer } = await specimenAuthorities()
  const entries = { [SPECIMEN_ENTRIES.revoked]: STATUS.invalid, [SPECIMEN_ENTRIES.suspended]: STATUS.suspended }
  return statusListJwt(issuer, SPECIMEN_LIST, entries)
}
