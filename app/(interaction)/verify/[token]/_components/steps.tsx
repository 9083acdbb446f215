import { getTranslations } from 'next-intl/server'

const STEPS = ['stepConsent', 'stepPictures', 'stepCheck', 'stepDone'] as const

/** How far the person is. */
export async function Steps({ at }: { at: (typeof STEPS)[number] }) {
  const t = await getTranslations('verification')
  const reached = STEPS.indexOf(at)
  return (
    <ol aria-label={t('steps')} className="mb-7 grid grid-cols-4 gap-2">
      {STEPS.map((step, index) => (
        <li key={step} aria-current={step === at ? 'step' : undefined} className="min-w-0 text-xs text-soft aria-[current=step]:text-ink">
          <span aria-hidden="true" className={`mb-1.5 block h-1 rounded-full ${index <= reached ? 'bg-accent' : 'bg-line'}`} />
          <span className={step === at ? 'font-semibold' : 'sr-only sm:not-sr-only'}>{t(step)}</span>
        </li>
      ))}
    </ol>
  )
}
