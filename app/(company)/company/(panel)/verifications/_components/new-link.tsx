'use client'

import { type ReactNode, useActionState } from 'react'
import { Button } from '#components/ui/button'
import { Notice } from '#components/ui/notice'
import { ShownOnce, type ShownOnceTexts } from '#components/ui/shown-once'
import type { LinkState } from '../actions'

type Props = {
  action: (before: LinkState, form: FormData) => Promise<LinkState>
  texts: Record<'submit' | 'link', string>
  once: ShownOnceTexts
  children: ReactNode
}

/** A form whose answer is a link for a person, shown once. */
export function NewLink({ action, texts, once, children }: Props) {
  const [state, send, isPending] = useActionState(action, null)
  if (state && 'url' in state) return <ShownOnce label={texts.link} secret={state.url} goTo={`/company/verifications/${state.id}`} texts={once} />
  return (
    <form action={send} method="post" className="grid gap-5">
      {state && <Notice look="danger">{state.message}</Notice>}
      {children}
      <Button type="submit" disabled={isPending} aria-busy={isPending} className="ends-sheet">
        {texts.submit}
      </Button>
    </form>
  )
}
