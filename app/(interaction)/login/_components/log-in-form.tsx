'use client'

import { useActionState } from 'react'
import { Button } from '#components/ui/button'
import { Field } from '#components/ui/field'
import { Notice } from '#components/ui/notice'
import { logInAction } from '../actions'

type Texts = { email: string; password: string; submit: string; pending: string }

export function LogInForm({
  texts,
  interactionId,
  returnTo,
  loginHint,
}: {
  texts: Texts
  interactionId?: string
  returnTo?: string
  loginHint?: string
}) {
  const [state, action, isPending] = useActionState(logInAction, null)
  return (
    <form action={action} method="post" className="grid gap-5">
      {state && <Notice look="danger">{state.message}</Notice>}
      {interactionId && <input type="hidden" name="interaction" value={interactionId} />}
      {returnTo && <input type="hidden" name="return_to" value={returnTo} />}
      <Field
        label={texts.email}
        name="email"
        type="email"
        autoComplete="username"
        required
        maxLength={254}
        defaultValue={state?.email ?? loginHint}
        key={state?.email ?? 'empty'}
        autoFocus={!state?.email && !loginHint}
      />
      <Field label={texts.password} name="password" type="password" autoComplete="current-password" required maxLength={256} />
      <Button type="submit" disabled={isPending} className="mt-1">
        {isPending ? texts.pending : texts.submit}
      </Button>
    </form>
  )
}
