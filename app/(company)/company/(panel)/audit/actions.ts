'use server'

import { notFound, redirect } from 'next/navigation'
import { keepAudit } from '#lib/companies/audit/keep-audit'
import { readKeptMonths } from '#lib/companies/audit/kept-months'
import { requireSameOrigin } from '#lib/session/same-origin'
import { requireProvenPermission } from '#lib/session/staff-session'
import { FORM_FIELDS } from '../_components/form-fields'

export async function keepAuditAction(form: FormData): Promise<never> {
  await requireSameOrigin()
  const months = readKeptMonths(form.get('months'))
  if (months === undefined) notFound()
  const actor = await requireProvenPermission('audit.keep', `/company/audit?keep=${months ?? 'forever'}#kept`, { form, fields: FORM_FIELDS.audit })
  await keepAudit(actor, months)
  redirect('/company/audit?done=kept')
}
