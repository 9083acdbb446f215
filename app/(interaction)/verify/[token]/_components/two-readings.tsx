import { getTranslations } from 'next-intl/server'
import { Field } from '#components/ui/field'
import type { readingsOf } from '#lib/verifications/page/judge-names'
import { asWritten, type Names } from '#lib/verifications/staged-reading'

type Props = { name: keyof Names; reading: ReturnType<typeof readingsOf>[keyof Names] }

/** A name that the page and its machine-readable lines have in two ways: the person knows which one is theirs. */
export async function TwoReadings({ name, reading: { zone, page } }: Props) {
  const t = await getTranslations('verification')
  if (page === null) return null
  const field = t(`field_${name}`)
  const choices = [
    ['page', page, t('fromPage')],
    ['zone', zone, t('fromZone')],
  ] as const
  return (
    <div className="grid gap-4 rounded-xl border border-line-strong p-4">
      <fieldset>
        <legend className="float-left text-sm font-semibold">{t('twoReadings', { field })}</legend>
        <div className="clear-both grid gap-1 pt-2">
          {choices.map(([source, text, where]) => (
            <label key={source} className="flex min-h-11 items-center gap-3">
              <input type="radio" name={`${name}_source`} value={source} required className="size-5 shrink-0 accent-accent" />
              <span>
                <span className="break-words font-medium">{asWritten(text)}</span> <span className="text-sm text-soft">{where}</span>
              </span>
            </label>
          ))}
        </div>
      </fieldset>
      <Field label={t('spellingOfChosen', { field })} name={name} hint={t('spellingOfChosenHint')} maxLength={100} autoComplete="off" />
    </div>
  )
}
