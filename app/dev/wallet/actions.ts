'use server'

import { notFound } from 'next/navigation'
import { getTranslations } from 'next-intl/server'
import { randomBase62 } from '#lib/core/random-id'
import { requireSameOrigin } from '#lib/session/same-origin'
import { isAdult, todayIn } from '#lib/users/age'
import { CREDENTIAL_TYPES } from '#lib/wallet/catalogue'
import { answerAsSpecimen } from '#lib/wallet/specimen/answer-as-specimen'
import { MISBEHAVIOUR_NAMES } from '#lib/wallet/specimen/misbehaviour'
import { type Answer, decline, readRequestObject } from '#lib/wallet/specimen/present'
import { isOfWallets } from './fetch-question'

export type AnswerState = null | { kind: 'told' | 'declined'; redirectUri: string } | { kind: 'refused'; message: string }

const text = (form: FormData, name: string) => String(form.get(name) ?? '')

/** Answers a question as a wallet does, over the same endpoint. */
export async function answerAction(_: AnswerState, form: FormData): Promise<AnswerState> {
  await requireSameOrigin()
  const requestObject = text(form, 'request_object')
  const address = addressOf(requestObject)
  if (address === null) notFound()
  const isNo = text(form, 'decision') === 'refuse'
  const answer = isNo ? decline(requestObject) : await disclose(requestObject, form)
  const response = await fetch(address, { method: 'POST', body: new URLSearchParams(answer), cache: 'no-store' })
  if (response.ok) {
    const { redirect_uri: redirectUri } = (await response.json()) as { redirect_uri: string }
    return { kind: isNo ? 'declined' : 'told', redirectUri }
  }
  return { kind: 'refused', message: (await getTranslations('specimenWallet'))('refusedBody', { status: String(response.status) }) }
}

/** Where the answer goes; null for a form that this page did not make. */
function addressOf(requestObject: string): string | null {
  try {
    const { response_uri: address = '' } = readRequestObject(requestObject)
    return isOfWallets(address, 'response') ? address : null
  } catch {
    return null
  }
}

async function disclose(requestObject: string, form: FormData): Promise<Answer> {
  const id = CREDENTIAL_TYPES.find((each) => each.isSpecimen && each.id === text(form, 'specimen'))?.id ?? 'specimen_sd_jwt'
  const misbehaviour = MISBEHAVIOUR_NAMES.find((name) => name === text(form, 'misbehaviour'))
  const given = text(form, 'birthdate')
  const birthdate = /^\d{4}-\d\d-\d\d$/.test(given) ? given : '1990-04-05'
  const holder = {
    given_name: 'Erika',
    family_name: 'Muster',
    birthdate,
    age_over_18: isAdult(birthdate, todayIn('UTC', new Date())),
    nationality: 'UT',
    // Another one each time: one document belongs to one account.
    document_number: randomBase62(9).toUpperCase(),
    document_expiry: '2034-01-31',
  }
  return answerAsSpecimen(requestObject, id, holder, misbehaviour)
}
