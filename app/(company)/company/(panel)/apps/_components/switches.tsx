import { useTranslations } from 'next-intl'
import { SWITCHES, type Switch } from './app-draft'

/** What only few apps need, each with its reason. */
export function Switches({ defaultOn }: { defaultOn: Switch[] }) {
  const t = useTranslations('appForm')
  return (
    <fieldset>
      <legend className="text-sm font-semibold">{t('special')}</legend>
      <ul className="mt-2 divide-y divide-line border-y border-line">
        {SWITCHES.map((name) => (
          <li key={name}>
            <label className="flex min-h-11 cursor-pointer gap-3 py-3">
              <input type="checkbox" name={name} defaultChecked={defaultOn.includes(name)} className="mt-0.5 size-5 shrink-0 accent-accent" />
              <span className="min-w-0">
                <span className="flex flex-wrap items-center gap-x-2">
                  <span className="font-semibold">{t(`switches.${name}.title`)}</span>
                  <code className="text-sm text-soft">{name}</code>
                </span>
                <span className="block text-sm text-soft">{t(`switches.${name}.body`)}</span>
              </span>
            </label>
          </li>
        ))}
      </ul>
    </fieldset>
  )
}
