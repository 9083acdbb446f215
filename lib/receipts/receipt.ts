import { z } from 'zod'
import type { Place } from '#lib/core/sealed'
import type { PersonVault } from '#lib/users/person'

/** What a person agreed to: who asked, what for, what was declined, until when, how to end it. */
export const receiptSchema = z.object({
  id: z.string(),
  consented_at: z.string(),
  app: z.string(),
  company: z.string(),
  company_verified: z.boolean(),
  sub: z.string(),
  granted: z.array(z.object({ scope: z.string(), claims: z.array(z.string()) })),
  declined: z.array(z.string()),
  /** Whether the app may know how claims were verified; left out where it did not ask. */
  evidence: z.enum(['granted', 'declined']).optional(),
  /** A moment, where the person gave access for a time. */
  valid: z.literal('until_withdrawn').or(z.iso.datetime()),
  withdraw_at: z.string(),
})

export type Receipt = z.infer<typeof receiptSchema>

const place = (id: string): Place => ({ table: 'consent_receipts', row: id, column: 'content_sealed' })

export const sealReceipt = (vault: PersonVault, receipt: Receipt) => vault.sealSecret(JSON.stringify(receipt), place(receipt.id))

export const openReceipt = (vault: PersonVault, row: { id: string; contentSealed: Uint8Array }): Receipt =>
  receiptSchema.parse(JSON.parse(vault.openSecret(row.contentSealed, place(row.id))))
