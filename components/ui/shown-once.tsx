'use client'

import { useRef, useState } from 'react'
import { Button } from './button'
import type { CopyTexts } from './copy-button'
import { CopyField } from './copy-field'
import { useFormWords } from './form-words'
import { useLeaveGuard } from './leave-guard'
import { Notice } from './notice'

export type ShownOnceTexts = CopyTexts & { warning: string; stored: string; close: string }

type Props = { label: string; secret: string; goTo: string; also?: { href: string; text: string }; texts: ShownOnceTexts }

/**
 * A secret that cannot be read again. Going on needs the word that it was stored; leaving without it is asked about.
 * @param also another way on
 */
export function ShownOnce({ label, secret, goTo, also, texts }: Props) {
  const [isStored, setStored] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  useLeaveGuard(!isStored, useFormWords().leaveSecret, form)
  return (
    <form ref={form} action={goTo} method="get" className="grid gap-4">
      <Notice look="warn">{texts.warning}</Notice>
      <CopyField label={label} value={secret} texts={texts} />
      <label className="flex min-h-11 items-center gap-3">
        <input type="checkbox" required onChange={(event) => setStored(event.currentTarget.checked)} className="size-5 shrink-0 accent-accent" />{' '}
        {texts.stored}
      </label>
      <div className="grid gap-3 sm:auto-cols-fr sm:grid-flow-col">
        <Button type="submit">{texts.close}</Button>
        {also && (
          <Button type="submit" look="outline" formAction={also.href}>
            {also.text}
          </Button>
        )}
      </div>
    </form>
  )
}
