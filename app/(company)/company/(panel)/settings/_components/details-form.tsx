'use client'

import { type ReactNode, useActionState } from 'react'
import { Button, buttonClass } from '#components/ui/button'
import { Field } from '#components/ui/field'
import { GuardUnsaved } from '#components/ui/leave-guard'
import { Notice } from '#components/ui/notice'
import { Select } from '#components/ui/select'
import type { CompanyDetails, DetailName } from '#lib/companies/details/schema'
import { saveDetailsAction } from '../actions'

type Status = 'pending' | 'verified'

export type DetailsTexts = {
  labels: Record<DetailName, string>
  hints: Partial<Record<DetailName, string>>
  check: string
  save: string
  discard: string
  consent: Record<Status, string>
  saveAnyway: Record<Status, string>
}

const LENGTHS = { name: 100, legal_name: 200, registration_number: 50, website: 200 } as const
const AUTOCOMPLETE: Partial<Record<DetailName, string>> = { name: 'organization', website: 'url' }

/** What the company says about itself. Saving that costs something says so first and asks once more. */
export function DetailsForm({
  details,
  countries,
  texts,
  kept,
}: {
  details: CompanyDetails
  countries: (readonly [code: string, name: string])[]
  texts: DetailsTexts
  kept: ReactNode
}) {
  const [state, save, isPending] = useActionState(saveDetailsAction, null)
  const typed = (name: DetailName) => state?.values[name] ?? details[name] ?? ''
  const field = (name: keyof typeof LENGTHS) => (
    <Field
      key={`${name} ${typed(name)}`}
      name={name}
      label={texts.labels[name]}
      hint={texts.hints[name]}
      error={state?.faults[name]}
      defaultValue={typed(name)}
      maxLength={LENGTHS[name]}
      required={name === 'name'}
      autoComplete={AUTOCOMPLETE[name] ?? 'off'}
      inputMode={name === 'website' ? 'url' : undefined}
    />
  )
  const cost = state?.cost
  return (
    <form action={save} method="post" className="grid gap-5">
      <GuardUnsaved refused={state} />
      {kept}
      {state && Object.keys(state.faults).length > 0 && <Notice look="danger">{texts.check}</Notice>}
      {field('name')}
      {field('legal_name')}
      <div className="grid items-start gap-5 sm:grid-cols-2">
        {field('registration_number')}
        <Select key={`country ${typed('country')}`} name="country" label={texts.labels.country} options={countries} defaultValue={typed('country')} />
      </div>
      {field('website')}
      {cost ? (
        <div className="grid gap-4">
          <input type="hidden" name="agreed" value="yes" />
          <Notice look="warn">{texts.consent[cost]}</Notice>
          <div className="flex flex-wrap gap-3">
            <Button type="submit" look="danger" disabled={isPending} aria-busy={isPending}>
              {texts.saveAnyway[cost]}
            </Button>
            <a href="/company/settings" className={buttonClass('outline')}>
              {texts.discard}
            </a>
          </div>
        </div>
      ) : (
        <Button type="submit" disabled={isPending} aria-busy={isPending} className="ends-sheet">
          {texts.save}
        </Button>
      )}
    </form>
  )
}
