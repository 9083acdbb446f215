'use client'

import { useActionState } from 'react'
import { Button, buttonClass } from '#components/ui/button'
import { Field } from '#components/ui/field'
import { Select } from '#components/ui/select'
import { type AnswerState, answerAction } from '../actions'

type Option = readonly [value: string, text: string]

type Props = {
  requestObject: string
  specimens: Option[]
  misbehaviours: Option[]
  birthdate: string
  texts: Record<'format' | 'holder' | 'misbehaviour' | 'disclose' | 'refuse' | 'back', string> &
    Record<'toldTitle' | 'toldBody' | 'declinedTitle' | 'declinedBody' | 'refusedTitle', string>
}

/** Discloses or refuses, and may do wrong on the way. */
export function AnswerForm({ requestObject, specimens, misbehaviours, birthdate, texts }: Props) {
  const [state, send, isPending] = useActionState<AnswerState, FormData>(answerAction, null)
  if (state) {
    return (
      <div role="status">
        <h3 className="text-lg">{texts[`${state.kind}Title`]}</h3>
        <p className="mb-5 mt-1.5 text-soft">{state.kind === 'refused' ? state.message : texts[`${state.kind}Body`]}</p>
        {state.kind !== 'refused' && (
          <a href={state.redirectUri} className={buttonClass('solid', 'w-full')}>
            {texts.back}
          </a>
        )}
      </div>
    )
  }
  return (
    <form action={send} method="post" className="grid gap-5">
      <input type="hidden" name="request_object" value={requestObject} />
      <Select label={texts.format} name="specimen" options={specimens} />
      <Field label={texts.holder} name="birthdate" type="date" defaultValue={birthdate} />
      <Select label={texts.misbehaviour} name="misbehaviour" options={misbehaviours} />
      <div className="grid gap-3 sm:grid-cols-2">
        <Button type="submit" name="decision" value="refuse" look="outline" disabled={isPending}>
          {texts.refuse}
        </Button>
        <Button type="submit" name="decision" value="disclose" disabled={isPending} aria-busy={isPending}>
          {texts.disclose}
        </Button>
      </div>
    </form>
  )
}
