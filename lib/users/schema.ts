import { z } from 'zod'
import { outsideText, singleLine } from '#lib/core/outside-text'
import { LOCALES } from '#lib/i18n/locales'
import { isTimeZone } from '#lib/i18n/times'

/** What a person told us about themselves. Everything is optional: an unknown claim is left out. */
export const profileSchema = z.object({
  given_name: singleLine(100).optional(),
  family_name: singleLine(100).optional(),
  birthdate: z.iso.date().optional(),
  locale: z.enum(LOCALES).optional(),
  zoneinfo: outsideText().refine(isTimeZone, 'is not an IANA time zone').optional(),
})

export type Profile = z.infer<typeof profileSchema>

export const PROFILE_FIELDS = Object.keys(profileSchema.shape) as (keyof Profile)[]

/** Claims that come from a document. `age_over_18` is `true`, from a wallet that tells no birth date; else it is computed. */
export type VerifiedClaims = Partial<
  Record<'given_name' | 'family_name' | 'birthdate' | 'age_over_18' | 'nationality' | 'document_number' | 'document_expiry', string>
>
