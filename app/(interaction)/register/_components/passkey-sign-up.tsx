'use client'

import type { PublicKeyCredentialCreationOptionsJSON, RegistrationResponseJSON } from '@simplewebauthn/browser'
import { unstable_rethrow as goOnWithRedirect } from 'next/navigation'
import { useEffect, useRef, useState, useTransition } from 'react'
import { Button } from '#components/ui/button'
import { useFormWords } from '#components/ui/form-words'
import { Notice } from '#components/ui/notice'
import { hasPasskeys } from '../../../_components/security/ask-passkey'
import { makePasskey } from '../../../_components/security/make-passkey'

type Made = { email: string; accountId: string; response: RegistrationResponseJSON }

type Props = {
  texts: { create: string; why: string; or: string; failed: string; needsEmail: string }
  options: (email: string) => Promise<{ accountId: string; optionsJSON: PublicKeyCredentialCreationOptionsJSON } | null>
  /** Comes back only when it was refused. */
  signUp: (made: Made) => Promise<{ message: string }>
}

/** The way without a password. It stands in the form whose address it takes; the browser's own dialog needs a script. */
export function PasskeySignUp({ texts, options, signUp }: Props) {
  const [canBeUsed, setCanBeUsed] = useState<boolean | undefined>()
  const [fault, setFault] = useState<string | null>(null)
  const [isPending, begin] = useTransition()
  const own = useRef<HTMLDivElement>(null)
  const words = useFormWords()
  useEffect(() => setCanBeUsed(hasPasskeys()), [])

  const create = () => {
    const field = own.current?.closest('form')?.elements.namedItem('email')
    if (!(field instanceof HTMLInputElement)) return
    setFault(null)
    if (!field.reportValidity()) return
    begin(async () => {
      try {
        const asked = await options(field.value)
        if (!asked) return setFault(texts.needsEmail)
        const response = await makePasskey(asked.optionsJSON)
        const refusal = await signUp({ email: field.value, accountId: asked.accountId, response })
        if (refusal) setFault(refusal.message)
      } catch (error) {
        goOnWithRedirect(error)
        setFault(error instanceof TypeError || !navigator.onLine ? words.offline : texts.failed)
      }
    })
  }

  if (canBeUsed === false) return null
  return (
    <div ref={own} className="grid gap-3 noscript:hidden">
      {fault && <Notice look="danger">{fault}</Notice>}
      <Button onClick={create} disabled={isPending || canBeUsed === undefined} aria-busy={isPending}>
        {texts.create}
      </Button>
      <p className="text-sm text-soft">{texts.why}</p>
      <p className="flex items-center gap-3 text-sm text-soft before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
        {texts.or}
      </p>
    </div>
  )
}
