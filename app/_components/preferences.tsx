import { cookies } from 'next/headers'
import { getLocale, getTranslations } from 'next-intl/server'
import { LANGUAGE_NAMES, LOCALES } from '#lib/i18n/locales'
import { readTheme } from '#lib/i18n/theme'
import { chooseLanguage, chooseTheme } from './preferences-actions'

const option =
  'min-h-11 rounded-full px-3 text-sm text-soft transition-colors hover:text-ink aria-[pressed=true]:bg-surface aria-[pressed=true]:text-ink aria-[pressed=true]:shadow-sm'

/** Language and theme, as plain forms. */
export async function Preferences() {
  const t = await getTranslations('common')
  const locale = await getLocale()
  const theme = readTheme(await cookies()) ?? 'system'
  const themes = [
    ['light', t('themeLight')],
    ['dark', t('themeDark')],
    ['system', t('themeSystem')],
  ] as const
  return (
    <div className="flex flex-wrap items-center justify-center gap-x-4 gap-y-2">
      <form action={chooseLanguage} method="post" aria-label={t('language')} className="flex rounded-full bg-sunken p-0.5">
        {LOCALES.map((code) => (
          <button key={code} type="submit" name="locale" value={code} lang={code} aria-pressed={code === locale} className={option}>
            {LANGUAGE_NAMES[code]}
          </button>
        ))}
      </form>
      <form action={chooseTheme} method="post" aria-label={t('theme')} className="flex rounded-full bg-sunken p-0.5">
        {themes.map(([code, label]) => (
          <button key={code} type="submit" name="theme" value={code} aria-pressed={code === theme} className={option}>
            {label}
          </button>
        ))}
      </form>
    </div>
  )
}
