'use client'

import { type ReactNode, useActionState } from 'react'
import { Button, buttonClass } from '#components/ui/button'
import { Notice } from '#components/ui/notice'

/** Codes are in the answer to the form that made them, and nowhere else. */
export type CodesAnswer = { kind: 'codes'; codes: string[] } | { kind: 'refused'; message: string } | null

export type CodesAction = (before: CodesAnswer, form: FormData) => Promise<CodesAnswer>

type Texts = { submit: string; title: string; lead: string; stored: string }

/** A form whose answer is recovery codes, shown in its place this once. */
export function CodesForm({ action, goTo, texts, children }: { action: CodesAction; goTo: string; texts: Texts; children?: ReactNode }) {
  const [answer, send, isPending] = useActionState(action, null)
  if (answer?.kind === 'codes') {
    return (
      <section aria-live="polite">
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
  return (
    <form action={send} method="post" className="grid gap-5">
      {answer && <Notice look="danger">{answer.message}</Notice>}
      {children}
      <Button type="submit" look="outline" disabled={isPending}>
        {texts.submit}
      </Button>
    </form>
  )
}
