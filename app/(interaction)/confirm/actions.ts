'use server'

import { redirect } from 'next/navigation'
import { getTranslations } from 'next-intl/server'
import { refusalText } from '#app/_i18n/refusal-text'
import type { FormAnswer } from '#components/ui/action-form'
import { readClient } from '#lib/session/client'
import { requireSameOrigin } from '#lib/session/same-origin'
import { dropWaiting, keepWaiting, readWaiting, type WaitingBrowser } from '#lib/session/waiting'
import { answerMailCode, goOnProven, type Proven } from '#lib/users/mail-code/answer-mail-code'
import { requestLogInCode } from '#lib/users/mail-code/request-log-in-code'
import { requestRecovery } from '#lib/users/recover'
import { mailRegistrationAgain } from '#lib/users/register'
import { formText } from '../form-text'
import { askForFactor, goOn } from '../login/go-on'
import { entryPath } from '../where-to'

/** Between two mails of one browser. */
const WAIT_SECONDS = 30

/** What the tab of that form waits for. */
async function waitingIn(form: FormData): Promise<WaitingBrowser> {
  return (await readWaiting(formText(form, 'wait'))) ?? redirect('/login')
}

/** The code of the mail, in the browser that asked for it. */
export async function codeAction(_: FormAnswer, form: FormData): Promise<FormAnswer> {
  await requireSameOrigin()
  const waiting = await waitingIn(form)
  const outcome = await answerMailCode(waiting, formText(form, 'code'), await readClient())
  const refuse = (message: string): FormAnswer => ({ look: 'danger', message, field: 'code' })
  if (outcome.kind === 'wrong') return refuse((await getTranslations('waiting'))('wrong'))
  if (outcome.kind === 'throttled' || outcome.kind === 'stopped') return refuse(await refusalText(outcome, 'code'))
  return goOnWith(outcome, waiting)
}

/** Goes on once the link was used in another browser. */
export async function goOnAction(_: FormAnswer, form: FormData): Promise<FormAnswer> {
  await requireSameOrigin()
  const waiting = await waitingIn(form)
  const proven = await goOnProven(waiting)
  return proven ? goOnWith(proven, waiting) : { look: 'info', message: (await getTranslations('waiting'))('notYet') }
}

async function goOnWith(proven: Proven, waiting: WaitingBrowser): Promise<never> {
  await dropWaiting(waiting.id)
  if (proven.kind === 'ok') return goOn(proven, waiting)
  if (proven.kind === 'second_factor') return askForFactor(proven, waiting, { lost: waiting.for === 'document' })
  redirect(entryPath(`/recover/${proven.token}`, waiting))
}

export async function sendAgainAction(_: FormAnswer, form: FormData): Promise<FormAnswer> {
  await requireSameOrigin()
  const waiting = await waitingIn(form)
  const t = await getTranslations('waiting')
  const left = waiting.askedAt + WAIT_SECONDS - Math.floor(Date.now() / 1000)
  if (left > 0) return { look: 'info', message: t('wait', { count: left }) }
  const outcome = await mailAgain(waiting)
  if (outcome.kind !== 'mailed') return { look: 'danger', message: await refusalText(outcome, 'mail') }
  await keepWaiting(waiting)
  return { look: 'info', message: t('sentAgain') }
}

async function mailAgain(waiting: WaitingBrowser) {
  const client = await readClient()
  if (waiting.for === 'register') return mailRegistrationAgain(waiting, client)
  if (waiting.for === 'recover') return requestRecovery(waiting.email, client, waiting.secret)
  return requestLogInCode(waiting.email, waiting.secret, client)
}
