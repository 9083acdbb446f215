import { z } from 'zod'
import { openWithMasterKey, sealWithMasterKey } from '#lib/core/sealed'
import type { PresentationRequest } from '#lib/wallet/types'
import type { SealedQuestion } from './store'

/** What is kept of a question until somebody answers it. */
export type Question = {
  request: PresentationRequest
  /** Leads back to the page of its session. */
  pageToken: string
  /** Of a test environment. Questions from before have no such word, and were of none. */
  isTried?: boolean
}

const place = (row: string) => ({ table: 'wallet_requests', row, column: 'request_sealed' })

export const sealQuestion = (id: string, question: Question) => sealWithMasterKey(Buffer.from(JSON.stringify(question)), place(id))

export const openQuestion = (id: string, { request_sealed, master_key_id }: SealedQuestion): Question =>
  JSON.parse(openWithMasterKey(request_sealed, master_key_id, place(id)).toString()) as Question

/** What a wallet disclosed, as a person's own key keeps it until they confirm it. */
const disclosedSchema = z.object({
  claims: z.object({
    given_name: z.string().optional(),
    family_name: z.string().optional(),
    birthdate: z.string().optional(),
    age_over_18: z.boolean().optional(),
    nationality: z.string().optional(),
    document_number: z.string().optional(),
    document_expiry: z.string().optional(),
  }),
  type: z.string(),
  /** Who signed it, and by which rules. */
  issuer: z.object({ name: z.string(), framework: z.enum(['eidas', 'signet']) }),
  issuerFingerprint: z.string(),
  /** Until when the issuer answers for it; null where it does not end. */
  validUntil: z.string().nullable(),
})

export type Disclosed = z.infer<typeof disclosedSchema>

export const parseDisclosed = (text: string): Disclosed => disclosedSchema.parse(JSON.parse(text))
