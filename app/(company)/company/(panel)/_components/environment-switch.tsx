import { FlaskConical, Radio } from 'lucide-react'
import { getTranslations } from 'next-intl/server'
import { classNames } from '#components/ui/class-names'
import { lookAtEnvironmentAction } from '../actions'

/** What the panel shows: what serves real people, or what the company tries beside it. */
export async function EnvironmentSwitch({ isTest }: { isTest: boolean }) {
  const t = await getTranslations('environments')
  return (
    <form action={lookAtEnvironmentAction} method="post" aria-label={t('switch')} className="grid grid-cols-2 gap-1 rounded-xl bg-sunken p-1">
      {(['live', 'test'] as const).map((name) => {
        const isHere = (name === 'test') === isTest
        const Icon = name === 'test' ? FlaskConical : Radio
        return (
          <button
            key={name}
            type="submit"
            name="environment"
            value={name}
            aria-pressed={isHere}
            className={classNames(
              'flex min-h-11 cursor-pointer items-center justify-center gap-2 rounded-lg text-sm font-semibold transition-colors',
              isHere ? 'bg-surface text-ink shadow-sm' : 'text-soft hover:text-ink',
              isHere && isTest && 'text-warn',
            )}
          >
            <Icon size={16} aria-hidden="true" className="shrink-0" />
            {t(name)}
          </button>
        )
      })}
    </form>
  )
}
