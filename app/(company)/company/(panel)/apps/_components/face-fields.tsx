'use client'

import { ChevronDown } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { Field } from '#components/ui/field'
import { contrast, GROUNDS, isColour, readableColours, UPON } from '#lib/apps/face/readable-colours'
import { type AppDraft, FACE_TEXTS } from './app-draft'

const LINKS = ['tosUri', 'policyUri', 'supportUri'] as const

type Props = { typed: AppDraft; current: AppDraft; fault: (field: keyof typeof FACE_TEXTS) => string | false | undefined }

/** Colour and links of an app, folded: an app does without them. */
export function FaceFields({ typed, current, fault }: Props) {
  const t = useTranslations('appForm.face')
  const names = Object.keys(FACE_TEXTS) as (keyof typeof FACE_TEXTS)[]
  return (
    <details open={names.some((name) => typed[name] !== '' || fault(name))} className="group rounded-xl border border-line-strong px-4">
      <summary className="flex min-h-11 cursor-pointer list-none items-center justify-between gap-3 py-2 [&::-webkit-details-marker]:hidden">
        <span>
          <span className="block text-sm font-semibold">{t('title')}</span>
          <span className="text-sm text-soft">{t('lead')}</span>
        </span>
        <ChevronDown size={18} aria-hidden="true" className="shrink-0 transition-transform group-open:rotate-180" />
      </summary>
      <div className="grid gap-5 border-t border-line py-4">
        <Field
          name="brand_color"
          label={t('colour')}
          hint={t('colourHint')}
          error={fault('brandColor') || undefined}
          defaultValue={typed.brandColor}
          placeholder="#0b5d4b"
          pattern="#[0-9A-Fa-f]{6}"
          maxLength={7}
          autoComplete="off"
          spellCheck={false}
        />
        <Outcome colour={current.brandColor.trim().toLowerCase()} />
        {LINKS.map((name) => (
          <Field
            key={name}
            name={FACE_TEXTS[name]}
            type="url"
            label={t(name)}
            error={fault(name) || undefined}
            defaultValue={typed[name]}
            placeholder={`https://app.example/${t(`example.${name}`)}`}
            maxLength={2000}
            autoComplete="off"
          />
        ))}
      </div>
    </details>
  )
}

/** What becomes of the colour: by day and by night, and how well it can be read there. */
function Outcome({ colour }: { colour: string }) {
  const t = useTranslations('appForm.face')
  if (!isColour(colour)) return null
  const shown = readableColours(colour)
  return (
    <dl className="grid gap-3 sm:grid-cols-2">
      {(['light', 'dark'] as const).map((theme) => (
        <div key={theme} className="flex items-center gap-3 rounded-xl border border-line p-3" style={{ background: GROUNDS[theme][1] }}>
          <dt
            className="shrink-0 whitespace-nowrap rounded-lg px-3 py-1.5 text-sm font-semibold"
            style={{ background: shown[theme], color: UPON[theme] }}
          >
            {t(theme)}
          </dt>
          <dd className="text-sm" style={{ color: shown[theme] }}>
            {t(shown[theme] === colour ? 'asChosen' : 'moved', { colour: shown[theme], ratio: contrast(shown[theme], GROUNDS[theme][1]) })}
          </dd>
        </div>
      ))}
    </dl>
  )
}
