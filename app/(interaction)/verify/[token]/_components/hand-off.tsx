'use client'

import { Smartphone } from 'lucide-react'
import { useActionState } from 'react'
import { Button } from '#components/ui/button'
import { CopyField } from '#components/ui/copy-field'
import { handOffAction } from '../actions'

/** Shows a code to go on with a phone, for whoever sits at a computer. */
export function HandOff({
  token,
  texts,
}: {
  token: string
  texts: Record<'lead' | 'show' | 'alt' | 'scan' | 'again' | 'address' | 'copy' | 'copied', string>
}) {
  const [state, send, isPending] = useActionState(handOffAction, null)
  return (
    <section className="mt-6 border-t border-line pt-5">
      {state && (
        <div role="status" className="mb-4 grid justify-items-center gap-3 text-center">
          {/* biome-ignore lint/performance/noImgElement: a picture made for this answer only */}
          <img
            src={`data:image/svg+xml;utf8,${encodeURIComponent(state.svg)}`}
            alt={texts.alt}
            width={208}
            height={208}
            className="rounded-xl border border-line bg-white p-2"
          />
          <p className="text-sm text-soft">{texts.scan}</p>
          <div className="w-full text-left">
            <CopyField label={texts.address} value={state.url} texts={texts} />
          </div>
        </div>
      )}
      <form action={send} method="post" className="grid gap-2">
        <input type="hidden" name="token" value={token} />
        {!state && <p className="text-sm text-soft">{texts.lead}</p>}
        <Button type="submit" look="outline" disabled={isPending}>
          <Smartphone size={18} aria-hidden="true" />
          {state ? texts.again : texts.show}
        </Button>
      </form>
    </section>
  )
}
