'use client'

import type { ReactNode } from 'react'
import type { FormAnswer } from './action-form'
import { Button, type ButtonLook } from './button'
import { useFormWords } from './form-words'
import { Notice } from './notice'
import { useKeptForm } from './use-kept-form'

type Props = {
  action: (before: FormAnswer, form: FormData) => Promise<FormAnswer>
  hidden?: Record<string, string | undefined>
  look?: ButtonLook
  /** Of the button. */
  className?: string
  /** What it is called where it shows less. */
  label?: string
  children: ReactNode
}

/** One button that asks for something. A network that stops is said, and the page stays. */
export function ButtonForm({ action, hidden = {}, look, className, label, children }: Props) {
  const { answer, trouble, isPending, form } = useKeptForm<FormAnswer>(action, () => true)
  const words = useFormWords()
  return (
    <form {...form} className="grid gap-3">
      {trouble ? <Notice look="danger">{words[trouble]}</Notice> : answer && <Notice look={answer.look}>{answer.message}</Notice>}
      {Object.entries(hidden).map(([name, value]) => value !== undefined && <input key={name} type="hidden" name={name} value={value} />)}
      <Button type="submit" look={look} disabled={isPending} aria-busy={isPending} aria-label={label} className={className}>
        {children}
      </Button>
    </form>
  )
}
