'use client'

import { type InputHTMLAttributes, useActionState } from 'react'
import { Button } from '#components/ui/button'
import { Field } from '#components/ui/field'
import { Notice } from '#components/ui/notice'
import type { EntryState } from '../actions'

type Input = { name: string; label: string; hint?: string } & InputHTMLAttributes<HTMLInputElement>

export function EntryForm(props: {
  action: (state: EntryState, form: FormData) => Promise<EntryState>
  fields: Input[]
  hidden?: Record<string, string>
  submit: string
}) {
  const [state, action, isPending] = useActionState(props.action, null)
  return (
    <form action={action} method="post" className="grid gap-5">
      {state && <Notice look="danger">{state.message}</Notice>}
      {Object.entries(props.hidden ?? {}).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      {props.fields.map((field) => (
        <Field {...field} key={`${field.name} ${state?.values[field.name] ?? ''}`} defaultValue={state?.values[field.name]} required />
      ))}
      <Button type="submit" disabled={isPending}>
        {props.submit}
      </Button>
    </form>
  )
}
