'use client'

import type { PublicKeyCredentialCreationOptionsJSON, RegistrationResponseJSON } from '@simplewebauthn/browser'
import { startTransition, useEffect, useState } from 'react'
import { Button } from '#components/ui/button'
import { Notice } from '#components/ui/notice'
import { hasPasskeys } from './ask-passkey'
import { makePasskey } from './make-passkey'

/** Where a new passkey's options come from and its answer goes; that comes back only when it was refused. */
export type MakePasskey = {
  passkeyOptions: () => Promise<PublicKeyCredentialCreationOptionsJSON>
  addPasskey: (response: RegistrationResponseJSON) => Promise<false>
}

type Props = MakePasskey & { texts: { add: string; failed: string; unsupported: string } }

/** Making a passkey needs the browser's own dialog, and so a script. */
export function AddPasskey({ texts, passkeyOptions, addPasskey }: Props) {
  const [isSupported, setSupported] = useState(false)
  const [hasFailed, setFailed] = useState(false)
  useEffect(() => setSupported(hasPasskeys()), [])

  const add = async () => {
    setFailed(false)
    try {
      const optionsJSON = await passkeyOptions()
      if (!optionsJSON) return
      const response = await makePasskey(optionsJSON)
      startTransition(async () => setFailed((await addPasskey(response)) === false))
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
