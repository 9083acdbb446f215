'use client'

import { AppWindow } from 'lucide-react'
import { useRouter } from 'next/navigation'
import { useEffect, useState } from 'react'
import { Button } from '#components/ui/button'
import { Notice } from '#components/ui/notice'
import { answerByBrowserAction, askByBrowserAction } from '../wallet-actions'

/** @see https://www.w3.org/TR/digital-credentials/ */
type DigitalRequest = { digital: { requests: { protocol: string; data: unknown }[] }; mediation: 'required' }

const getDigital = (request: DigitalRequest) =>
  navigator.credentials.get(request as unknown as CredentialRequestOptions) as Promise<(Credential & { data?: unknown }) | null>

/** Shown where the browser itself can ask a wallet, by the Digital Credentials API. */
export function BrowserWallet({ token, texts }: { token: string; texts: Record<'use' | 'failed', string> }) {
  const router = useRouter()
  const [state, setState] = useState<'absent' | 'ready' | 'busy' | 'failed'>('absent')
  useEffect(() => {
    if ('DigitalCredential' in window && 'credentials' in navigator) setState('ready')
  }, [])
  if (state === 'absent') return null

  const use = async () => {
    setState('busy')
    try {
      const asked = await askByBrowserAction(formOf({ token }))
      const credential =
        asked && (await getDigital({ digital: { requests: [{ protocol: asked.protocol, data: asked.data }] }, mediation: 'required' }))
      if (!asked || !credential?.data) throw new Error('no credential')
      const data = typeof credential.data === 'string' ? credential.data : JSON.stringify(credential.data)
      await answerByBrowserAction(formOf({ token, id: asked.id, data }))
      setState('ready')
      router.refresh()
    } catch {
      setState('failed')
    }
  }

  return (
    <>
      {state === 'failed' && <Notice look="danger">{texts.failed}</Notice>}
      <Button look="outline" onClick={use} disabled={state === 'busy'} aria-busy={state === 'busy'}>
        <AppWindow size={18} aria-hidden="true" className="shrink-0" />
        {texts.use}
      </Button>
    </>
  )
}

function formOf(fields: Record<string, string>): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  return form
}
