'use client'

import { useActionState } from 'react'
import { Button } from '#components/ui/button'
import { Field } from '#components/ui/field'
import { Notice } from '#components/ui/notice'
import { createKeyAction } from '../actions'

export function NewKey({ texts }: { texts: Record<'name' | 'hint' | 'create' | 'once' | 'stored' | 'close', string> }) {
  const [state, action, isPending] = useActionState(createKeyAction, null)
  if (state && 'apiKey' in state) {
    return (
      <form action="/company/keys" method="get" className="grid gap-3">
        <Notice>{texts.once}</Notice>
        <code className="break-all rounded-xl bg-sunken p-4">{state.apiKey}</code>
        <label className="flex min-h-11 items-center gap-2">
          <input type="checkbox" required className="size-5" /> {texts.stored}
        </label>
        <Button type="submit">{texts.close}</Button>
      </form>
    )
  }
  return (
    <form action={action} method="post" className="grid gap-4">
      {state && <Notice look="danger">{state.message}</Notice>}
      <Field name="name" label={texts.name} hint={texts.hint} required maxLength={100} />
      <Button type="submit" disabled={isPending}>
        {texts.create}
      </Button>
    </form>
  )
}
