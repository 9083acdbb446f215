import { getTranslations } from 'next-intl/server'
import type { Visit } from '#lib/verifications/page/visit-verification'

const STEPS = ['stepConsent', 'stepPictures', 'stepCheck', 'stepDone'] as const

/** What the second step is called: nobody photographs what a wallet tells. */
const SHOWN_BY = { camera: 'stepPictures', wallet: 'stepWallet', either: 'stepDocument' } as const

/** By what a document is shown, as far as that is decided. */
export function shownBy({ least, assurance, takesWallet, documentKind }: Visit): keyof typeof SHOWN_BY {
  if (least === 'wallet' || assurance === 'wallet') return 'wallet'
  return takesWallet && documentKind === null && assurance === null ? 'either' : 'camera'
}

/** How far the person is. */
export async function Steps({ at, by = 'camera' }: { at: (typeof STEPS)[number]; by?: keyof typeof SHOWN_BY }) {
  const t = await getTranslations('verification')
  const reached = STEPS.indexOf(at)
  return (
    <ol aria-label={t('steps')} className="mb-7 grid grid-cols-4 gap-2">
      {STEPS.map((step, index) => (
        <li key={step} aria-current={step === at ? 'step' : undefined} className="min-w-0 text-xs text-soft aria-[current=step]:text-ink">
          <span aria-hidden="true" className={`mb-1.5 block h-1 rounded-full ${index <= reached ? 'bg-accent' : 'bg-line'}`} />
          <span className={step === at ? 'font-semibold' : 'sr-only sm:not-sr-only'}>{t(step === 'stepPictures' ? SHOWN_BY[by] : step)}</span>
        </li>
      ))}
    </ol>
  )
}
