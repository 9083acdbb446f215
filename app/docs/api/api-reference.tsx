'use client'

import type { createApiReference } from '@scalar/api-reference'
import { useEffect, useRef, useState } from 'react'
import { Notice } from '#components/ui/notice'
import { mendReference } from './mend-reference'
import { referenceSettings } from './reference-settings'

type Scalar = { createApiReference: typeof createApiReference }

/** The interface as its OpenAPI document tells it, to read and to try. Everything comes from this origin. */
export function ApiReference({ document: url, script, texts }: { document: string; script: string; texts: { loading: string; failed: string } }) {
  const place = useRef<HTMLDivElement>(null)
  const [state, setState] = useState<'loading' | 'shown' | 'failed'>('loading')

  useEffect(() => {
    const stopNonces = giveStylesTheNonce()
    let destroy = () => {}
    let isGone = false
    loadScalar(script).then(
      (scalar) => {
        if (isGone || !place.current) return
        const reference = scalar.createApiReference(place.current, referenceSettings(url))
        const stopMending = mendReference(place.current)
        destroy = () => {
          stopMending()
          reference.destroy()
        }
        setState('shown')
      },
      () => setState('failed'),
    )
    return () => {
      isGone = true
      destroy()
      stopNonces()
    }
  }, [url, script])

  return (
    <>
      {/* The reference brings a main landmark of its own. */}
      {state !== 'shown' && (
        <main>{state === 'loading' ? <p className="py-10 text-soft">{texts.loading}</p> : <Notice look="danger">{texts.failed}</Notice>}</main>
      )}
      {/* As high as a window, so that nothing below moves when it comes. */}
      <div ref={place} className="min-h-[150dvh]" />
    </>
  )
}

function loadScalar(script: string): Promise<Scalar> {
  const page = window as Window & { Scalar?: Scalar }
  if (page.Scalar) return Promise.resolve(page.Scalar)
  return new Promise((resolve, reject) => {
    const element = document.createElement('script')
    element.src = script
    element.onload = () => (page.Scalar ? resolve(page.Scalar) : reject(new Error('no reference in the script')))
    element.onerror = () => reject(new Error('the script was not loaded'))
    document.head.append(element)
  })
}

/** The reference makes style elements as it runs; the content policy takes only those with this page's nonce. */
function giveStylesTheNonce(): () => void {
  const nonce = document.querySelector<HTMLScriptElement>('script[nonce]')?.nonce
  const create = document.createElement
  document.createElement = function (this: Document, name: string, options?: ElementCreationOptions) {
    const element = create.call(this, name, options)
    if (element instanceof HTMLStyleElement && nonce) element.nonce = nonce
    return element
  } as typeof create
  return () => {
    document.createElement = create
  }
}
