'use client'

import { useActionState } from 'react'
import { Button } from '#components/ui/button'
import { Field } from '#components/ui/field'
import { Notice } from '#components/ui/notice'
import { Select } from '#components/ui/select'
import { ShownOnce, type ShownOnceTexts } from '#components/ui/shown-once'
import { createKeyAction } from '../actions'

type Texts = Record<'name' | 'hint' | 'days' | 'create' | 'newKey', string>

type Props = { texts: Texts; once: ShownOnceTexts; days: (readonly [value: string, text: string])[] }

export function NewKey({ texts, once, days }: Props) {
  const [state, action, isPending] = useActionState(createKeyAction, null)
  if (state && 'apiKey' in state) return <ShownOnce label={texts.newKey} secret={state.apiKey} goTo="/company/keys" texts={once} />
  return (
    <form action={action} method="post" className="grid gap-4">
      {state && <Notice look={state.look}>{state.message}</Notice>}
      <Field key={state?.values?.name} name="name" label={texts.name} hint={texts.hint} defaultValue={state?.values?.name} required maxLength={100} />
      <Select key={`days ${state?.values?.days}`} name="days" label={texts.days} options={days} defaultValue={state?.values?.days ?? ''} />
      {state?.ask?.map((field) => (
        <Field key={field.name} {...field} />
      ))}
      <Button type="submit" disabled={isPending} className="justify-self-start">
        {texts.create}
      </Button>
    </form>
  )
}
