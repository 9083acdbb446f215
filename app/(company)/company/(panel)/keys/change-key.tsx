'use client'

import Link from 'next/link'
import { type ReactNode, useActionState } from 'react'
import { Button, buttonClass } from '#components/ui/button'
import { Field } from '#components/ui/field'
import { GuardUnsaved } from '#components/ui/leave-guard'
import { Notice } from '#components/ui/notice'
import { changeKeyAction } from '../actions'
import { TermsFields, type TermsTexts } from './terms-fields'

type Props = {
  id: string
  permissions: readonly string[]
  networks: string
  terms: TermsTexts
  texts: Record<'save' | 'keep', string>
  kept: ReactNode
}

export function ChangeKey({ id, permissions, networks, terms, texts, kept }: Props) {
  const [state, action, isPending] = useActionState(changeKeyAction, null)
  const { values, field, message } = state ?? {}
  return (
    <form action={action} method="post" className="mt-3 grid gap-4 border-t border-line pt-4">
      <GuardUnsaved refused={state} />
      {kept}
      <input type="hidden" name="id" value={id} />
      {state && field !== 'networks' && <Notice look={state.look}>{message}</Notice>}
      <div key={JSON.stringify(values)} className="grid gap-4">
        <TermsFields
          texts={terms}
          ticked={values ? (values.permissions ?? '').split(',') : permissions}
          networks={values?.networks ?? networks}
          fault={field === 'networks' ? message : undefined}
        />
      </div>
      {state?.ask?.map((asked) => (
        <Field key={asked.name} {...asked} autoFocus />
      ))}
      <div className="flex flex-wrap gap-3">
        <Button type="submit" disabled={isPending}>
          {texts.save}
        </Button>
        <Link href="/company/keys" prefetch={false} className={buttonClass('outline')}>
          {texts.keep}
        </Link>
      </div>
    </form>
  )
}
