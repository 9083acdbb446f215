import { getTranslations } from 'next-intl/server'
import { Field } from '#components/ui/field'

const FIELDS = [
  { name: 'given_name', autoComplete: 'given-name' },
  { name: 'family_name', autoComplete: 'family-name' },
] as const

/** The name that the account lacks and the app asks for: kept in the profile, and shared with the rest of the row. */
export async function FillInName({ asks, isRefused }: { asks: 'first' | 'both'; isRefused: boolean }) {
  const t = await getTranslations('consent')
  const profile = await getTranslations('profile')
  const fields = FIELDS.slice(0, asks === 'first' ? 1 : 2)
  return (
    <div className="relative z-10 mt-3">
      <div className="grid gap-3 sm:grid-cols-2">
        {fields.map(({ name, autoComplete }, nth) => (
          <Field
            key={name}
            label={profile(name)}
            name={name}
            autoComplete={autoComplete}
            maxLength={100}
            error={isRefused && nth === 0 ? t('nameRefused') : undefined}
          />
        ))}
      </div>
      <p className="mt-1.5 text-sm text-soft">{t('nameHint')}</p>
    </div>
  )
}
