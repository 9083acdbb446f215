'use server'

import { redirect } from 'next/navigation'
import { getTranslations } from 'next-intl/server'
import { changeDetails } from '#lib/companies/details/change-details'
import { companyDetails, type DetailName } from '#lib/companies/details/schema'
import { submitForVerification } from '#lib/companies/verification/submit-for-verification'
import { requireSameOrigin } from '#lib/session/same-origin'
import { actorOf, requirePermission } from '#lib/session/staff-session'
import { FORM_FIELDS } from '../_components/form-fields'

type Texts = Partial<Record<DetailName, string>>

/** What is wrong field by field, or what saving would cost; either way with what was typed. */
export type DetailsState = { values: Texts; faults: Texts; cost: 'pending' | 'verified' | null } | null

const PAGE = '/company/settings'
const FIELDS = Object.keys(companyDetails.shape) as DetailName[]

export async function saveDetailsAction(_: DetailsState, form: FormData): Promise<DetailsState> {
  await requireSameOrigin()
  const session = await requirePermission('company.edit', PAGE, { form, fields: FORM_FIELDS.company })
  const values = Object.fromEntries(FIELDS.map((name) => [name, String(form.get(name) ?? '')]))
  const parsed = companyDetails.safeParse(values)
  if (!parsed.success) {
    const t = await getTranslations('companyDetails.faults')
    const wrong = parsed.error.issues.map(({ path }) => path[0] as DetailName)
    return { values, faults: Object.fromEntries(wrong.map((name) => [name, t(name)])), cost: null }
  }
  const outcome = await changeDetails(actorOf(session), parsed.data, form.get('agreed') === 'yes')
  if (typeof outcome === 'object') return { values, faults: {}, cost: outcome.status }
  redirect(`${PAGE}?done=saved`)
}

export async function submitDetailsAction(): Promise<never> {
  await requireSameOrigin()
  const session = await requirePermission('company.edit', PAGE)
  redirect(`${PAGE}?done=${await submitForVerification(actorOf(session))}`)
}
