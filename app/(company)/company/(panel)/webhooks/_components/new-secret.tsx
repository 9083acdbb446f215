'use client'

import { type ReactNode, useActionState } from 'react'
import { Button } from '#components/ui/button'
import { Field } from '#components/ui/field'
import { GuardUnsaved } from '#components/ui/leave-guard'
import { Notice } from '#components/ui/notice'
import { ShownOnce, type ShownOnceTexts } from '#components/ui/shown-once'
import type { SecretState } from '../actions'

type Props = {
  action: (before: SecretState, form: FormData) => Promise<SecretState>
  /** Where the address is typed, with its words; none where there is one already. */
  address?: { label: string; hint: string }
  texts: { submit: string; secret: string }
  once: ShownOnceTexts
  children?: ReactNode
}

/** A form whose answer is a signing secret, shown once. */
export function NewSecret({ action, address, texts, once, children }: Props) {
  const [state, send, isPending] = useActionState(action, null)
  if (state && 'secret' in state) return <ShownOnce label={texts.secret} secret={state.secret} goTo={`/company/webhooks/${state.id}`} texts={once} />
  return (
    <form action={send} method="post" className="grid gap-4">
      {address && <GuardUnsaved refused={state} />}
      {state && <Notice look={state.look}>{state.message}</Notice>}
      {address && (
        <Field
          key={state?.values?.url}
          name="url"
          type="url"
          {...address}
          defaultValue={state?.values?.url}
          required
          maxLength={2000}
          autoComplete="off"
        />
      )}
      {children}
      {state?.ask?.map((field) => (
        <Field key={field.name} {...field} />
      ))}
      <Button type="submit" look={address ? 'solid' : 'outline'} disabled={isPending} className={address ? 'ends-sheet' : 'justify-self-start'}>
        {texts.submit}
      </Button>
    </form>
  )
}
