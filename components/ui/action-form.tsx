'use client'

import { type ReactNode, useActionState } from 'react'
import { Button, type ButtonLook } from './button'
import { Field, type FieldProps } from './field'
import { Notice } from './notice'

/** What an action says about a form that stays: a message, what to keep in its fields, and fields it asks for in addition. */
export type FormAnswer = { look: 'info' | 'danger'; message: string; values?: Record<string, string>; ask?: FieldProps[] } | null

export type FormAction = (before: FormAnswer, form: FormData) => Promise<FormAnswer>

/** A form for a server action. It works the same without JavaScript; its answer is announced. */
export function ActionForm({
  action,
  fields = [],
  hidden = {},
  submit,
  look,
  children,
}: {
  action: FormAction
  fields?: FieldProps[]
  hidden?: Record<string, string | undefined>
  submit: string
  look?: ButtonLook
  children?: ReactNode
}) {
  const [answer, send, isPending] = useActionState(action, null)
  return (
    <form action={send} method="post" className="grid gap-5">
      {answer && <Notice look={answer.look}>{answer.message}</Notice>}
      {Object.entries(hidden).map(([name, value]) => value !== undefined && <input key={name} type="hidden" name={name} value={value} />)}
      {[...fields, ...(answer?.ask ?? [])].map((field) => {
        const kept = answer?.values?.[field.name]
        return <Field key={`${field.name} ${kept}`} {...field} defaultValue={kept ?? field.defaultValue} autoFocus={field.autoFocus && !kept} />
      })}
      {children}
      <Button type="submit" look={look} disabled={isPending} aria-busy={isPending} className="mt-1 justify-self-stretch">
        {submit}
      </Button>
    </form>
  )
}
