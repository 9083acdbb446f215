'use client'

import { browserSupportsWebAuthn, startAuthentication } from '@simplewebauthn/browser'
import { startTransition, useEffect, useState } from 'react'
import { Button } from '#components/ui/button'
import { Notice } from '#components/ui/notice'
import { proofOptionsAction, proveByPasskeyAction } from './actions'

/** Needs the browser's own dialog, and so a script; the password does without. */
export function ProveByPasskey({ to, texts }: { to: string; texts: { use: string; failed: string } }) {
  const [isSupported, setSupported] = useState(false)
  const [hasFailed, setFailed] = useState(false)
  useEffect(() => setSupported(browserSupportsWebAuthn()), [])

  const prove = async () => {
    setFailed(false)
    try {
      const response = await startAuthentication({ optionsJSON: await proofOptionsAction() })
      startTransition(async () => setFailed((await proveByPasskeyAction(response, to)) === false))
    } catch {
      setFailed(true)
    }
  }

  if (!isSupported) return null
  return (
    <div className="mt-3 grid gap-3">
      <Button look="outline" onClick={prove}>
        {texts.use}
      </Button>
      {hasFailed && <Notice look="danger">{texts.failed}</Notice>}
    </div>
  )
}
