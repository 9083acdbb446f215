'use client'

import { CircleCheck, CircleX, TriangleAlert } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { useRef } from 'react'
import { Breakable } from '#components/ui/breakable'
import { Button } from '#components/ui/button'
import { TextArea } from '#components/ui/text-area'
import { addressLines, adviseOn, type RedirectUriAdvice } from '#lib/apps/redirect-uri-advice'
import type { Registrant } from '#lib/apps/redirect-uri-rules'

const LOOKS = {
  good: { icon: CircleCheck, className: 'text-accent' },
  hint: { icon: TriangleAlert, className: 'text-warn' },
  fault: { icon: CircleX, className: 'text-danger' },
}

/** Nothing is said about somebody who has only begun to write. */
const isBegun = (uri: string) => 'https://'.startsWith(uri) || 'http://'.startsWith(uri)

type Props = {
  name: 'redirect_uris' | 'post_logout_redirect_uris'
  label: string
  hint: string
  defaultValue: string
  current: string
  registrant: Registrant
  error?: string
  placeholder: string
  required?: boolean
}

/** Return addresses, one a line, with a word about each of them as it is written. */
export function RedirectUrisField({ current, registrant, ...field }: Props) {
  const area = useRef<HTMLTextAreaElement>(null)
  const uris = addressLines(current)
  const adviceId = `${field.name}-advice`
  const replace = (index: number, better: string) => {
    if (!area.current) return
    area.current.value = uris.map((uri, at) => (at === index ? better : uri)).join('\n')
    area.current.dispatchEvent(new Event('input', { bubbles: true }))
    area.current.focus()
  }
  return (
    <div className="grid gap-3">
      <TextArea
        ref={area}
        about={adviceId}
        {...field}
        rows={Math.min(8, Math.max(field.required ? 3 : 2, addressLines(field.defaultValue).length + 1))}
        spellCheck={false}
        autoCapitalize="none"
        autoComplete="off"
      />
      <ul id={adviceId} aria-live="polite" className="grid gap-2 text-sm empty:hidden">
        {adviseOn(uris, registrant).map((advice, index) => {
          const uri = uris[index] ?? ''
          if (isBegun(uri)) return null
          // biome-ignore lint/suspicious/noArrayIndexKey: a line has no other identity, two may be equal
          return <Advice key={index} uri={uri} advice={advice} onUse={(better) => replace(index, better)} />
        })}
      </ul>
    </div>
  )
}

function Advice({ uri, advice, onUse }: { uri: string; advice: RedirectUriAdvice; onUse: (better: string) => void }) {
  const t = useTranslations('appForm')
  const { icon: Icon, className } = LOOKS[advice.kind]
  const better = advice.kind === 'good' ? null : advice.better
  return (
    <li className="flex gap-2.5">
      <Icon size={18} aria-hidden="true" className={`mt-0.5 shrink-0 ${className}`} />
      <div className="min-w-0">
        <code>
          <Breakable text={uri} />
        </code>{' '}
        <span className={className}>{t(advice.kind === 'good' ? 'advice.good' : `advice.${advice.code}`)}</span>
        {better && (
          <Button look="quiet" onClick={() => onUse(better)} className="block max-w-full break-all text-left noscript:hidden">
            {t('useInstead', { uri: better })}
          </Button>
        )}
      </div>
    </li>
  )
}
