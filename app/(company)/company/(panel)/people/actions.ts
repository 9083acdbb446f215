'use server'

import { redirect } from 'next/navigation'
import { getTranslations } from 'next-intl/server'
import type { FormAnswer } from '#components/ui/action-form'
import { ApiError } from '#lib/core/api-error'
import { requireSameOrigin } from '#lib/session/same-origin'
import { actorOf, requirePermission } from '#lib/session/staff-session'
import { makeDemoPerson, removeDemoPerson, resetDemoPerson } from '#lib/test-environments/demo-people'
import { isDemoKind } from '#lib/test-environments/kinds'

const PAGE = '/company/people'

/** Whoever may change the apps may invent people for them. @returns null when somebody else was faster, or it is not there */
async function carryOut(work: (actor: ReturnType<typeof actorOf>) => Promise<void>): Promise<'done' | 'gone' | 'full'> {
  await requireSameOrigin()
  const session = await requirePermission('apps.manage', PAGE)
  return work(actorOf(session)).then(
    () => 'done',
    (error: unknown) => {
      if (error instanceof ApiError && error.code === 'not_found') return 'gone'
      if (error instanceof ApiError && error.code === 'invalid_request') return 'full'
      throw error
    },
  )
}

export async function makeDemoPersonAction(_: FormAnswer, form: FormData): Promise<FormAnswer> {
  const kind = String(form.get('kind'))
  const outcome = isDemoKind(kind) ? await carryOut((actor) => makeDemoPerson(actor, kind)) : 'gone'
  if (outcome === 'done') redirect(`${PAGE}?done=made`)
  return { look: 'danger', message: (await getTranslations('demoPeople'))(outcome === 'full' ? 'full' : 'gone') }
}

/** Whoever is gone meanwhile is not shown any more. */
export async function resetDemoPersonAction(form: FormData): Promise<never> {
  const outcome = await carryOut((actor) => resetDemoPerson(actor, String(form.get('id'))))
  redirect(outcome === 'done' ? `${PAGE}?done=reset` : PAGE)
}

export async function removeDemoPersonAction(form: FormData): Promise<never> {
  const outcome = await carryOut((actor) => removeDemoPerson(actor, String(form.get('id'))))
  redirect(outcome === 'done' ? `${PAGE}?done=removed` : PAGE)
}
