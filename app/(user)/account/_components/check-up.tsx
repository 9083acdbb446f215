import { ArrowRight, ShieldAlert, ShieldCheck } from 'lucide-react'
import Link from 'next/link'
import { getTranslations } from 'next-intl/server'
import { Button, buttonClass } from '#components/ui/button'
import { Panel } from '#components/ui/panel'
import type { CheckUpStep } from '#lib/users/check-up/judge-check-up'
import { verifyAction } from '../verify-actions'

/** Where each step is taken; a document is verified by a form. */
const PLACES: Record<Exclude<CheckUpStep, 'document'>, string> = {
  mailbox: '/account/aliases',
  second_factor: '/account/security#passkeys',
  recovery_codes: '/account/security/codes',
  passkey: '/account/security#passkeys',
  idle_sessions: '/account/security#sessions',
}

/** What to do next so that the account is kept well, in order, each with one key. */
export async function CheckUp({ steps }: { steps: CheckUpStep[] }) {
  const t = await getTranslations('checkUp')
  if (steps.length === 0) {
    return (
      <Panel title={t('title')}>
        <p className="flex items-center gap-3">
          <ShieldCheck size={22} aria-hidden="true" className="shrink-0 text-accent" />
          {t('well')}
        </p>
      </Panel>
    )
  }
  return (
    <Panel title={t('title')} lead={t('lead', { count: steps.length })}>
      <ol className="divide-y divide-line border-y border-line">
        {steps.map((step, nth) => (
          <li key={step} className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 py-3.5">
            <div className="flex min-w-0 flex-1 basis-64 gap-3">
              <ShieldAlert size={20} aria-hidden="true" className={`mt-0.5 shrink-0 ${nth === 0 ? 'text-warn' : 'text-soft'}`} />
              <div className="min-w-0">
                <p className="font-medium">{t(`${step}.title`)}</p>
                <p className="text-sm text-soft">{t(`${step}.why`)}</p>
              </div>
            </div>
            {step === 'document' ? (
              <form action={verifyAction} method="post">
                <Button type="submit" look={nth === 0 ? 'solid' : 'outline'}>
                  {t(`${step}.go`)}
                </Button>
              </form>
            ) : (
              <Link href={PLACES[step]} prefetch={false} className={buttonClass(nth === 0 ? 'solid' : 'outline')}>
                {t(`${step}.go`)}
                <ArrowRight size={16} aria-hidden="true" />
              </Link>
            )}
          </li>
        ))}
      </ol>
    </Panel>
  )
}
