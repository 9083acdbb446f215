'use server'

import { redirect } from 'next/navigation'
import { getTranslations } from 'next-intl/server'
import { chooseAccount, resumeAuthorization } from '#lib/oauth/finish-authorization'
import { safeReturnPath } from '#lib/session/return-path'
import { requireSameOrigin } from '#lib/session/same-origin'
import { endUserSession, readUserSession, startUserSession } from '#lib/session/user-session'
import { logIn } from '#lib/users/log-in'
import { goTo } from '../next-step'

export type LogInState = { email: string; message: string } | null

export async function logInAction(_: LogInState, form: FormData): Promise<LogInState> {
  await requireSameOrigin()
  const email = text(form, 'email')
  const t = await getTranslations('login')
  const outcome = await logIn(email, text(form, 'password'))
  if (outcome.kind === 'wrong') return { email, message: t('wrong') }
  if (outcome.kind === 'busy') return { email, message: t('busy') }
  if (outcome.kind === 'throttled') return { email, message: t('throttled', { minutes: Math.ceil(outcome.waitSeconds / 60) }) }

  const sessionHash = await startUserSession(outcome.userId, outcome.amr)
  const interactionId = text(form, 'interaction')
  if (interactionId) return goTo(interactionId, await resumeAuthorization(interactionId, sessionHash))
  redirect(safeReturnPath(text(form, 'return_to'), '/account/access'))
}

/** Goes on with the account that is logged in. */
export async function continueAction(form: FormData): Promise<never> {
  await requireSameOrigin()
  const interactionId = text(form, 'interaction')
  const session = await readUserSession()
  if (!session) return goTo(interactionId, { kind: 'interact', screen: 'login' })
  await chooseAccount(interactionId, session.hash)
  return goTo(interactionId, await resumeAuthorization(interactionId, session.hash))
}

/** Logs out and offers the log-in form of the same request. */
export async function switchAccountAction(form: FormData): Promise<never> {
  await requireSameOrigin()
  await endUserSession()
  return goTo(text(form, 'interaction'), { kind: 'interact', screen: 'login' })
}

function text(form: FormData, name: string): string {
  const value = form.get(name)
  return typeof value === 'string' ? value : ''
}
