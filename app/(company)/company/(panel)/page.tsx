import type { Metadata } from 'next'
import { getTranslations } from 'next-intl/server'
import { Badge } from '#components/ui/badge'
import { readFirstSteps } from '#lib/companies/read-first-steps'
import { requireStaff } from '#lib/session/staff-session'

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('companyPanel'))('overview') }
}

export default async function OverviewPage() {
  const session = await requireStaff('/company')
  const t = await getTranslations('companyPanel')
  const steps = await readFirstSteps(session.companyId)
  const list = [
    [t('stepKey'), steps.key],
    [t('stepApp'), steps.app],
    [t('stepSignIn'), steps.signIn],
  ] as const
  return (
    <>
      <h1>{session.companyName}</h1>
      <h2 className="mb-3 mt-8">{t('stepsTitle')}</h2>
      <ol className="grid gap-2">
        {list.map(([label, isDone]) => (
          <li key={label} className="flex items-center justify-between rounded-xl border border-line bg-surface px-4 py-3">
            {label} <Badge look={isDone ? 'good' : 'plain'}>{t(isDone ? 'done' : 'open')}</Badge>
          </li>
        ))}
      </ol>
    </>
  )
}
