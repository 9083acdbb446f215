import { z } from 'zod'
import { readableName, trustedName } from '#lib/core/visible-name'
import { COUNTRIES } from './countries'

/** An empty field of the form is a fact that is not known. */
const orNothing = <Schema extends z.ZodType<string, string>>(schema: Schema) =>
  z
    .string()
    .transform((text) => text.trim() || null)
    .pipe(z.nullable(schema))

/** People write `larkspur.example`; what is stored is a whole `https` address without credentials. */
const website = z
  .string()
  .transform((text) => (/^[a-z][a-z0-9+.-]*:/i.test(text) ? text : `https://${text}`))
  .pipe(z.url({ protocol: /^https$/, hostname: /^[^.]+(\.[^.]+)+$/ }).max(200))
  .refine((text) => URL.canParse(text) && new URL(text).username === '' && new URL(text).password === '')

/** What a company says about itself. */
export const companyDetails = z.object({
  name: trustedName(100),
  legal_name: orNothing(readableName(200)),
  registration_number: orNothing(readableName(50)),
  country: orNothing(z.string().refine((code) => COUNTRIES.includes(code))),
  website: orNothing(website),
})

export type CompanyDetails = z.output<typeof companyDetails>

export type DetailName = keyof CompanyDetails

/** What the badge vouches for: the name people read beside it, and who stands behind that name by law. */
const IDENTITY = ['name', 'legal_name', 'registration_number', 'country'] as const satisfies readonly DetailName[]

export const changesIdentity = (before: CompanyDetails, after: CompanyDetails) => IDENTITY.some((name) => before[name] !== after[name])

/** What must be known before anybody can verify it. */
export const missingForVerification = (details: CompanyDetails) => IDENTITY.filter((name) => details[name] === null)
