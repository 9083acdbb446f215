'use client'

import {
  type AuthenticationResponseJSON,
  browserSupportsWebAuthn,
  browserSupportsWebAuthnAutofill,
  type PublicKeyCredentialRequestOptionsJSON,
  startAuthentication,
} from '@simplewebauthn/browser'
import { useEffect, useRef, useState } from 'react'
import { Button } from '#components/ui/button'
import { Notice } from '#components/ui/notice'

type Props = {
  texts: { use: string; failed: string }
  passkeyOptions: () => Promise<PublicKeyCredentialRequestOptionsJSON>
  /** @returns where to go on, or null when the answer could not be verified */
  logIn: (response: AuthenticationResponseJSON) => Promise<string | null>
}

/** Offers passkeys: in the address field as soon as the page is there, and behind a button. */
export function PasskeyLogIn({ texts, passkeyOptions, logIn }: Props) {
  const [canBeUsed, setCanBeUsed] = useState<boolean | undefined>()
  const [hasFailed, setFailed] = useState(false)
  // A second log-in would end the session of the first, while the page already goes on with it.
  const isAnswered = useRef(false)

  const answer = async (useBrowserAutofill: boolean) => {
    if (isAnswered.current) return
    const optionsJSON = await passkeyOptions()
    if (isAnswered.current) return
    const response = await startAuthentication({ optionsJSON, useBrowserAutofill })
    isAnswered.current = true
    const address = await logIn(response)
    if (address !== null) return window.location.assign(address)
    isAnswered.current = false
    setFailed(true)
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: asked once, when the page is there
  useEffect(() => {
    setCanBeUsed(browserSupportsWebAuthn())
    // Whoever ignores the offer, or presses the button instead, ends this wait; that is no failure.
    browserSupportsWebAuthnAutofill().then((can) => (can ? answer(true).catch(() => {}) : undefined))
  }, [])

  if (canBeUsed === false) return null
  return (
    <div className="mt-3 grid gap-3 noscript:hidden">
      <Button
        look="outline"
        // Until it is known whether it works its place is kept, so that nothing moves under the finger.
        className={canBeUsed ? undefined : 'invisible'}
        onClick={() => {
          setFailed(false)
          answer(false).catch(() => setFailed(true))
        }}
      >
        {texts.use}
      </Button>
      {hasFailed && <Notice look="danger">{texts.failed}</Notice>}
    </div>
  )
}
