'use client'

import { browserSupportsWebAuthn, startRegistration } from '@simplewebauthn/browser'
import { startTransition, useEffect, useState } from 'react'
import { Button } from '#components/ui/button'
import { Notice } from '#components/ui/notice'
import { addPasskeyAction, passkeyCreationOptionsAction } from '../actions'

/** Making a passkey needs the browser's own dialog, and so a script. */
export function AddPasskey({ texts }: { texts: { add: string; failed: string; unsupported: string } }) {
  const [isSupported, setSupported] = useState(false)
  const [hasFailed, setFailed] = useState(false)
  useEffect(() => setSupported(browserSupportsWebAuthn()), [])

  const add = async () => {
    setFailed(false)
    try {
      const optionsJSON = await passkeyCreationOptionsAction()
      if (!optionsJSON) return
      const response = await startRegistration({ optionsJSON })
      startTransition(async () => setFailed((await addPasskeyAction(response)) === false))
    } catch {
      setFailed(true)
    }
  }

  if (!isSupported) return <p className="text-sm text-soft">{texts.unsupported}</p>
  return (
    <div className="grid gap-3 justify-items-start">
      {hasFailed && <Notice look="danger">{texts.failed}</Notice>}
      <Button look="outline" onClick={add}>
        {texts.add}
      </Button>
    </div>
  )
}
