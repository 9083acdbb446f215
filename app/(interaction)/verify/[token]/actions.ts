'use server'

import { redirect } from 'next/navigation'
import { getTranslations } from 'next-intl/server'
import { toString as toQrSvg } from 'qrcode'
import type { FormAnswer } from '#components/ui/action-form'
import { hasOtherAccounts, setAside } from '#lib/session/browser-accounts'
import { keepBrowserSecret, newBrowserSecret, readBrowserSecret } from '#lib/session/browser-secret'
import { requireSameOrigin } from '#lib/session/same-origin'
import { readUserSession } from '#lib/session/user-session'
import { startContest } from '#lib/verifications/contest/start-contest'
import { beginVerification, declineVerification } from '#lib/verifications/page/begin-verification'
import { confirmReading, rejectReading } from '#lib/verifications/page/confirm-reading'
import { handOff, isPhoneLink, readPhoneLink, takeOver } from '#lib/verifications/page/hand-off'
import type { Source } from '#lib/verifications/page/judge-names'
import { reuseClaims } from '#lib/verifications/page/reuse-claims'
import { chooseDocument, chooseDocumentOnPhone, tryAgain } from '#lib/verifications/page/take-pictures'
import { isDocumentKind } from '#lib/verifications/picture-kinds'
import { formText } from '../../form-text'
import { entryPath } from '../../where-to'
import { pageOf, visitorOf } from './visitor-of'

export async function beginAction(form: FormData): Promise<never> {
  const visitor = await visitorOf(form)
  await beginVerification(visitor)
  redirect(pageOf(visitor.token))
}

export async function declineAction(form: FormData): Promise<never> {
  await requireSameOrigin()
  const token = formText(form, 'token')
  await declineVerification(token, (await readUserSession())?.userId ?? null)
  redirect(pageOf(token))
}

export async function reuseAction(form: FormData): Promise<never> {
  const visitor = await visitorOf(form)
  await reuseClaims(visitor)
  redirect(pageOf(visitor.token))
}

/** A kind of document, or none to choose again. */
export async function chooseDocumentAction(form: FormData): Promise<never> {
  const wanted = formText(form, 'document')
  const kind = isDocumentKind(wanted) ? wanted : null
  const token = formText(form, 'token')
  if (isPhoneLink(token)) {
    await requireSameOrigin()
    const link = await readPhoneLink(token, await readBrowserSecret('capture'))
    if (link.kind === 'taken') await chooseDocumentOnPhone(link.sessionId, kind)
    redirect(pageOf(token))
  }
  const visitor = await visitorOf(form)
  await chooseDocument(visitor, kind)
  redirect(pageOf(visitor.token))
}

export type HandOffState = { svg: string; url: string } | null

/** A link for a phone as a picture to scan. */
export async function handOffAction(_: HandOffState, form: FormData): Promise<HandOffState> {
  const visitor = await visitorOf(form)
  const url = await handOff(visitor)
  if (!url) redirect(pageOf(visitor.token))
  return { url, svg: await toQrSvg(url, { type: 'svg', margin: 2, errorCorrectionLevel: 'M' }) }
}

export async function takeOverAction(form: FormData): Promise<never> {
  await requireSameOrigin()
  const token = formText(form, 'token')
  const secret = newBrowserSecret()
  // A phone that has it already, or comes too late, keeps what it has.
  if (await takeOver(token, secret)) await keepBrowserSecret('capture', secret)
  redirect(pageOf(token))
}

export async function confirmAction(_: FormAnswer, form: FormData): Promise<FormAnswer> {
  const visitor = await visitorOf(form)
  const names = { given_name: formText(form, 'given_name').trim(), family_name: formText(form, 'family_name').trim() }
  const sources = { given_name: sourceOf(form, 'given_name'), family_name: sourceOf(form, 'family_name') }
  const outcome = await confirmReading(visitor, { ...names, sources })
  if (outcome.kind === 'done' || outcome.kind === 'stale') redirect(pageOf(visitor.token))
  const t = await getTranslations('verification')
  const message = t(outcome.kind === 'unchosen' ? 'reviewChoose' : 'reviewWrong', { field: t(`field_${outcome.name}`) })
  return { look: 'danger', message, values: names }
}

/** Which of two readings of a name is right, where the person was asked. */
function sourceOf(form: FormData, name: string): Source | undefined {
  const source = formText(form, `${name}_source`)
  return source === 'zone' || source === 'page' ? source : undefined
}

export async function rejectAction(form: FormData): Promise<never> {
  const visitor = await visitorOf(form)
  await rejectReading(visitor)
  redirect(pageOf(visitor.token))
}

/** "This is my document." */
export async function contestAction(form: FormData): Promise<never> {
  const visitor = await visitorOf(form)
  const started = await startContest(visitor)
  redirect(started.kind === 'started' ? started.path : `${pageOf(visitor.token)}${started.kind === 'too_many' ? '?contest=too_many' : ''}`)
}

export async function tryAgainAction(form: FormData): Promise<never> {
  const visitor = await visitorOf(form)
  await tryAgain(visitor)
  redirect(pageOf(visitor.token))
}

/** Puts this account aside, and goes on as somebody else. */
export async function switchAccountAction(form: FormData): Promise<never> {
  await requireSameOrigin()
  const isOneOfMany = await hasOtherAccounts()
  await setAside()
  redirect(entryPath('/login', { returnTo: pageOf(formText(form, 'token')) }, { add: isOneOfMany ? undefined : '1' }))
}
