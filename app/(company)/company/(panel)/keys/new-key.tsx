'use client'

import { type ReactNode, useActionState } from 'react'
import { Button } from '#components/ui/button'
import { Field } from '#components/ui/field'
import { GuardUnsaved } from '#components/ui/leave-guard'
import { Notice } from '#components/ui/notice'
import { Select } from '#components/ui/select'
import { ShownOnce, type ShownOnceTexts } from '#components/ui/shown-once'
import { KEY_PERMISSIONS } from '#lib/companies/keys/key-permissions'
import { createKeyAction } from '../actions'
import { FoldedTerms, type TermsTexts } from './terms-fields'

type Texts = Record<'name' | 'hint' | 'days' | 'create' | 'newKey' | 'done', string>

type Props = {
  texts: Texts
  terms: TermsTexts
  once: ShownOnceTexts
  days: (readonly [value: string, text: string])[]
  kept: ReactNode
  /** What the first one is called, unless somebody calls it otherwise. */
  firstName?: string
  /** Whether there is no app yet that could follow. */
  leadsToFirstApp: boolean
}

/** Laid out anew after each answer, with what was typed: the same with scripts and without. */
export function NewKey({ texts, terms, once, days, kept, firstName, leadsToFirstApp }: Props) {
  const [state, action, isPending] = useActionState(createKeyAction, null)
  if (state && 'apiKey' in state) {
    const [goTo, also] = leadsToFirstApp ? ['/company/apps/new', { href: '/company/keys', text: texts.done }] : ['/company/keys']
    return <ShownOnce label={texts.newKey} secret={state.apiKey} goTo={goTo} also={also} texts={once} />
  }
  const { values, field, message } = state ?? {}
  const faultAt = (name: string) => (field === name ? message : undefined)
  return (
    <form action={action} method="post" className="grid gap-4">
      <GuardUnsaved refused={state} />
      {kept}
      {state && field !== 'name' && field !== 'networks' && <Notice look={state.look}>{message}</Notice>}
      <div key={JSON.stringify(values)} className="grid gap-4">
        <Field
          name="name"
          label={texts.name}
          hint={texts.hint}
          error={faultAt('name')}
          defaultValue={values?.name ?? firstName}
          required
          maxLength={100}
        />
        <Select name="days" label={texts.days} options={days} defaultValue={values?.days ?? ''} />
        <FoldedTerms
          isOpen={field === 'permissions' || field === 'networks'}
          texts={terms}
          ticked={values ? (values.permissions ?? '').split(',') : KEY_PERMISSIONS}
          networks={values?.networks ?? ''}
          fault={faultAt('networks')}
        />
      </div>
      {state?.ask?.map((asked) => (
        <Field key={asked.name} {...asked} />
      ))}
      <Button type="submit" disabled={isPending} className="ends-sheet justify-self-start">
        {texts.create}
      </Button>
    </form>
  )
}
