'use client'

import type { AuthenticationResponseJSON, PublicKeyCredentialRequestOptionsJSON } from '@simplewebauthn/browser'
import { startTransition, useEffect, useState } from 'react'
import { Button } from '#components/ui/button'
import { Notice } from '#components/ui/notice'
import { askPasskey, hasPasskeys } from './ask-passkey'

type Props = {
  texts: { use: string; failed: string }
  proofOptions: () => Promise<PublicKeyCredentialRequestOptionsJSON>
  /** Comes back only when nothing was proven. */
  prove: (response: AuthenticationResponseJSON) => Promise<false>
}

/** Needs the browser's own dialog, and so a script; the password does without. */
export function ProveByPasskey({ texts, proofOptions, prove }: Props) {
  const [isSupported, setSupported] = useState(false)
  const [hasFailed, setFailed] = useState(false)
  useEffect(() => setSupported(hasPasskeys()), [])

  const ask = async () => {
    setFailed(false)
    try {
      const response = await askPasskey(await proofOptions())
      startTransition(async () => setFailed((await prove(response)) === false))
    } catch {
      setFailed(true)
    }
  }

  if (!isSupported) return null
  return (
    <div className="mt-3 grid gap-3">
      <Button look="outline" onClick={ask}>
        {texts.use}
      </Button>
      {hasFailed && <Notice look="danger">{texts.failed}</Notice>}
    </div>
  )
}
