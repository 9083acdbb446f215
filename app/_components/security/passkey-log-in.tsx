'use client'

import type { AuthenticationResponseJSON, PublicKeyCredentialRequestOptionsJSON } from '@simplewebauthn/browser'
import { useEffect, useRef, useState } from 'react'
import { Button } from '#components/ui/button'
import { Notice } from '#components/ui/notice'
import { askPasskey, hasPasskeys } from './ask-passkey'

type Props = {
  texts: { use: string; failed: string }
  /** For a passkey that is not on this device. */
  elsewhere?: { summary: string; phone: string; key: string }
  passkeyOptions: () => Promise<PublicKeyCredentialRequestOptionsJSON>
  /** @returns where to go on, or null when the answer could not be verified */
  logIn: (response: AuthenticationResponseJSON) => Promise<string | null>
}

/** Offers passkeys: in the address field as soon as the page is there, and behind a button. */
export function PasskeyLogIn({ texts, elsewhere, passkeyOptions, logIn }: Props) {
  const [canBeUsed, setCanBeUsed] = useState<boolean | undefined>()
  const [hasFailed, setFailed] = useState(false)
  // A second log-in would end the session of the first, while the page already goes on with it.
  const isAnswered = useRef(false)

  /** @param hint where the browser looks first @see WebAuthn Level 3 §5.8.7 */
  const answer = async (isOffer: boolean, hint?: 'hybrid' | 'security-key') => {
    if (isAnswered.current) return
    const optionsJSON = await passkeyOptions()
    if (isAnswered.current) return
    const response = await askPasskey({ ...optionsJSON, ...(hint && { hints: [hint] }) }, isOffer)
    isAnswered.current = true
    const address = await logIn(response)
    if (address !== null) return window.location.assign(address)
    isAnswered.current = false
    setFailed(true)
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: asked once, when the page is there
  useEffect(() => {
    setCanBeUsed(hasPasskeys())
    if (!hasPasskeys()) return
    // Whoever ignores the offer, or presses the button instead, ends this wait; that is no failure.
    window.PublicKeyCredential.isConditionalMediationAvailable?.().then((can) => (can ? answer(true).catch(() => {}) : undefined))
  }, [])

  const ask = (hint?: 'hybrid' | 'security-key') => {
    setFailed(false)
    answer(false, hint).catch(() => setFailed(true))
  }

  if (canBeUsed === false) return null
  // Drawn with the page and not after it, so that nothing moves under the finger; it answers as soon as it can.
  const isWaiting = canBeUsed === undefined
  return (
    <div className="mt-3 grid gap-3 noscript:hidden">
      <Button look="outline" disabled={isWaiting} onClick={() => ask()}>
        {texts.use}
      </Button>
      {elsewhere && (
        <details>
          <summary className="inline-flex min-h-11 cursor-pointer items-center text-sm text-soft underline underline-offset-4">
            {elsewhere.summary}
          </summary>
          <div className="grid gap-2 pb-2 pt-1 sm:grid-cols-2">
            <Button look="outline" disabled={isWaiting} onClick={() => ask('hybrid')}>
              {elsewhere.phone}
            </Button>
            <Button look="outline" disabled={isWaiting} onClick={() => ask('security-key')}>
              {elsewhere.key}
            </Button>
          </div>
        </details>
      )}
      {hasFailed && <Notice look="danger">{texts.failed}</Notice>}
    </div>
  )
}
