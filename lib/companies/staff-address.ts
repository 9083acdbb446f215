import { blindIndex, openWithMasterKey, type Place, sealWithMasterKey } from '#lib/core/sealed'

/** How the address of a member of staff, or of somebody invited, is kept: sealed, and a fingerprint to find it by. */
export type SealedAddress = { emailIndex: Buffer<ArrayBuffer>; emailSealed: Buffer<ArrayBuffer>; masterKeyId: string }

/** The columns an address is opened from. */
type Kept = { id: string; emailSealed: Uint8Array; masterKeyId: string }

type Table = 'staff_members' | 'staff_invites'

const place = (table: Table, id: string): Place => ({ table, row: id, column: 'email_sealed' })

export const staffIndex = (email: string) => blindIndex('staff', email)

export function sealAddress(table: Table, id: string, email: string): SealedAddress {
  const { sealed, masterKeyId } = sealWithMasterKey(Buffer.from(email), place(table, id))
  return { emailIndex: staffIndex(email), emailSealed: sealed, masterKeyId }
}

/**
 * A row with its address in clear.
 * @throws when the address was moved to another row, or its key is not listed
 */
export function withEmail<Row extends Kept>(table: Table, row: Row): Omit<Row, 'emailSealed' | 'masterKeyId'> & { email: string } {
  const { emailSealed, masterKeyId, ...rest } = row
  return { ...rest, email: openWithMasterKey(emailSealed, masterKeyId, place(table, row.id)).toString() }
}
