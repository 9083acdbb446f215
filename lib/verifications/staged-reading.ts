import { z } from 'zod'
import type { DocumentReading, PageReport } from '#lib/documents/types'
import type { PersonVault } from '#lib/users/person'
import type { VerifiedClaims } from '#lib/users/schema'

/** What was read, kept sealed under the person's key until they confirm or reject it. */
const stagedSchema = z.object({
  givenNames: z.string(),
  surname: z.string(),
  namesTruncated: z.boolean(),
  /** How the page has the names, where readers could mix the two up; null where it says the same. */
  pageNames: z.object({ surname: z.string(), givenNames: z.string() }).nullable().default(null),
  birthdate: z.string().nullable(),
  nationality: z.string(),
  documentNumber: z.string(),
  expiryDate: z.string(),
})

export type StagedReading = z.infer<typeof stagedSchema>

const place = (row: string) => ({ table: 'verification_sessions', row, column: 'reading_sealed' })

export const stage = (reading: DocumentReading, pageNames: PageReport['names']): StagedReading => ({
  givenNames: reading.givenNames,
  surname: reading.surname,
  namesTruncated: reading.namesTruncated,
  pageNames,
  birthdate: /^\d{4}-\d\d-\d\d$/.test(reading.birthDate ?? '') ? reading.birthDate : null,
  nationality: reading.nationality,
  documentNumber: reading.documentNumber,
  expiryDate: reading.expiryDate,
})

export const sealReading = (vault: PersonVault, id: string, reading: StagedReading) => vault.sealSecret(JSON.stringify(reading), place(id))

export const openReading = (vault: PersonVault, id: string, sealed: Uint8Array): StagedReading =>
  stagedSchema.parse(JSON.parse(vault.openSecret(sealed, place(id))))

/** Names as people write them: the zone has capital letters only. */
export const asWritten = (name: string) => name.toLowerCase().replace(/(^|[ '-])\p{Letter}/gu, (letters) => letters.toUpperCase())

export type Names = { given_name: string; family_name: string }

/**
 * The claims of a confirmed reading. Names and birth date belong together and always come from one document; the rest is
 * kept only when it was asked for.
 */
export function claimsOf(reading: StagedReading, names: Names, fields: readonly string[]): VerifiedClaims {
  const asked = {
    nationality: reading.nationality,
    document_number: reading.documentNumber,
    document_expiry: reading.expiryDate,
  }
  const wanted = Object.entries(asked).filter(([name]) => fields.includes(name))
  const identity = { ...names, birthdate: reading.birthdate ?? '' }
  return Object.fromEntries([...Object.entries(identity), ...wanted].filter(([, value]) => value !== ''))
}
