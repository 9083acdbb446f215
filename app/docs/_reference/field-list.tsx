import { getTranslations } from 'next-intl/server'
import { Breakable } from '#components/ui/breakable'
import { Code } from '../_components/rich'
import type { FieldRow, Limits } from './fields'
import { Inline } from './inline'

/** Fields with their types, limits and meanings. */
export async function FieldList({ label, rows, marksRequired = false }: { label: string; rows: FieldRow[]; marksRequired?: boolean }) {
  const t = await getTranslations('docsApi')
  return (
    <ul aria-label={label} className="grid gap-px overflow-hidden rounded-card border border-line bg-line">
      {rows.map(({ name, type, isRequired, words, limits, description }) => (
        <li key={name} className="grid gap-1 bg-surface px-4 py-3">
          <p className="flex flex-wrap items-baseline gap-x-3 gap-y-0.5">
            <code className="min-w-0 text-[0.9375rem] font-semibold">
              <Breakable text={name} />
            </code>
            <span className="min-w-0 font-mono text-[0.8125rem] text-soft wrap-anywhere">{type}</span>
            {marksRequired && isRequired && <span className="text-sm font-semibold text-accent">{t('required')}</span>}
            <LimitsText limits={limits} />
          </p>
          {description && (
            <p lang="en" className="text-sm text-soft">
              <Inline text={description} />
            </p>
          )}
          {words.length > 0 && (
            <p className="text-sm text-soft">
              {t('oneOf')} {words.map((word, index) => [index > 0 && ' ', <Code key={word}>{word}</Code>])}
            </p>
          )}
        </li>
      ))}
    </ul>
  )
}

async function LimitsText({ limits: { characters, items, range, otherwise } }: { limits: Limits }) {
  const t = await getTranslations('docsApi')
  const between = (least: number | null, most: number | null) => (most === null ? `≥ ${least}` : least ? `${least}–${most}` : `≤ ${most}`)
  const parts = [
    characters && t('characters', { count: between(...characters) }),
    items && t('items', { count: between(...items) }),
    range && between(...range),
    otherwise && t('otherwise', { value: otherwise }),
  ].filter(Boolean)
  return parts.length > 0 && <span className="text-[0.8125rem] text-soft">{parts.join(' · ')}</span>
}
