import { getTranslations } from 'next-intl/server'
import { ACCESS_TIMES, type AccessTime } from '#lib/grants/access-time'
import { personTimes } from '../../../../_i18n/times'

type Props = { app: string; endsAt: Date | null; chosen: AccessTime; isReturning: boolean }

/** For how long, and what happens then. */
export async function ChooseTime({ app, endsAt, chosen, isReturning }: Props) {
  const t = await getTranslations('consent')
  const times = await personTimes()
  const choices = (Object.keys(ACCESS_TIMES) as (keyof typeof ACCESS_TIMES)[]).map((value) => ({
    value: value as AccessTime,
    text: t(`lasts.${value}`),
  }))
  // Whoever set an end before has not changed their mind by answering something else.
  const before = isReturning && endsAt ? [{ value: 'as_before' as const, text: t('lasts.as_before', { date: times.moment(endsAt) }) }] : []
  const shown = [...before, ...choices]
  const picked = shown.some(({ value }) => value === chosen) ? chosen : shown[0]?.value
  return (
    <fieldset className="mt-5" aria-describedby="lasts-about">
      <legend className="text-sm font-semibold">{t('lastsLegend')}</legend>
      <div className="mt-2 flex flex-wrap gap-2">
        {shown.map(({ value, text }) => (
          <label
            key={value}
            className="flex min-h-11 cursor-pointer items-center gap-2 rounded-xl border border-line-strong px-3.5 text-sm hover:border-ink has-checked:border-accent has-checked:bg-accent-wash"
          >
            <input type="radio" name="lasts" value={value} defaultChecked={value === picked} className="size-4 accent-accent" />
            {text}
          </label>
        ))}
      </div>
      <p id="lasts-about" className="mt-2 text-sm text-soft">
        {t('duration', { app })}
      </p>
    </fieldset>
  )
}
