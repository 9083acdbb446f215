'use client'

import type { ReactNode } from 'react'
import { Button, buttonClass } from '#components/ui/button'
import { Field, type FieldProps } from '#components/ui/field'
import { useFormWords } from '#components/ui/form-words'
import { Notice } from '#components/ui/notice'
import { useKeptForm } from '#components/ui/use-kept-form'

/** Codes are in the answer to the form that made them, and nowhere else. */
export type CodesAnswer = { kind: 'codes'; codes: string[] } | { kind: 'refused'; message: string } | null

export type CodesAction = (before: CodesAnswer, form: FormData) => Promise<CodesAnswer>

type Texts = { submit: string; title: string; lead: string; stored: string }

type Props = {
  action: CodesAction
  goTo: string
  texts: Texts
  /** What it asks for, if anything. */
  field?: FieldProps
  /** Shown until the codes are: what is secret beside them must not be printed with them. */
  above?: ReactNode
  children?: ReactNode
}

/** A form whose answer is recovery codes, shown in its place this once. */
export function CodesForm({ action, goTo, texts, field, above, children }: Props) {
  const { answer, trouble, isPending, form } = useKeptForm<CodesAnswer>(action, (next) => next?.kind === 'codes')
  const words = useFormWords()
  const frame = 'rounded-card border border-line bg-surface p-5 sm:p-7'
  if (answer?.kind === 'codes') {
    return (
      <section aria-live="polite" className={frame}>
        <h2>{texts.title}</h2>
        <p className="mt-1.5 text-soft">{texts.lead}</p>
        <ul className="my-5 grid gap-x-6 gap-y-1.5 rounded-xl bg-sunken p-5 font-mono text-base">
          {answer.codes.map((code) => (
            <li key={code}>{code}</li>
          ))}
        </ul>
        <a href={goTo} className={buttonClass('solid')}>
          {texts.stored}
        </a>
      </section>
    )
  }
  const refusal = answer?.message
  return (
    <>
      {above}
      <section className={frame}>
        {children}
        <form {...form} className="grid gap-5">
          {trouble ? <Notice look="danger">{words[trouble]}</Notice> : refusal && !field && <Notice look="danger">{refusal}</Notice>}
          {field && <Field {...field} error={trouble ? undefined : refusal} />}
          <Button type="submit" look="outline" disabled={isPending}>
            {texts.submit}
          </Button>
        </form>
      </section>
    </>
  )
}
