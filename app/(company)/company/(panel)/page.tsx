import type { Metadata } from 'next'
import Link from 'next/link'
import { getTranslations } from 'next-intl/server'
import { Badge } from '#components/ui/badge'
import { asFind } from '#lib/apps/read-choices'
import { may } from '#lib/companies/permissions'
import { readFirstSteps } from '#lib/companies/read-first-steps'
import { requireStaff } from '#lib/session/staff-session'
import { Activity } from './_components/activity'

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('companyPanel'))('overview') }
}

export default async function OverviewPage({ searchParams }: { searchParams: Promise<{ app?: string | string[]; find?: string | string[] }> }) {
  const session = await requireStaff('/company')
  const { app, find: text } = await searchParams
  const find = asFind(text)
  const t = await getTranslations('companyPanel')
  const steps = await readFirstSteps(session.companyId)
  const canMakeApps = may(session, 'apps.manage')
  const list = [
    { text: t('stepKey'), isDone: steps.key, href: may(session, 'keys.manage') ? '/company/keys' : null },
    { text: t('stepApp'), isDone: steps.app !== null, href: canMakeApps ? '/company/apps' : null },
    {
      text: t('stepSignIn'),
      isDone: steps.signIn,
      href: canMakeApps ? (steps.app ? `/company/apps/${steps.app}/playground` : '/company/apps') : null,
    },
  ]
  return (
    <>
      <h1 className="break-words">{session.companyName}</h1>
      {list.some(({ isDone }) => !isDone) && (
        <section>
          <h2 className="mb-3 mt-8">{t('stepsTitle')}</h2>
          {!session.isInTest && canMakeApps && <p className="mb-4 text-soft">{t('stepsTestHint')}</p>}
          <ol className="grid gap-2">
            {list.map(({ text, isDone, href }) => (
              <li key={text} className="flex items-center justify-between gap-3 rounded-xl border border-line bg-surface px-4 py-1.5">
                {href ? (
                  <Link
                    href={href}
                    prefetch={false}
                    className="inline-flex min-h-11 items-center underline decoration-1 underline-offset-4 hover:decoration-2"
                  >
                    {text}
                  </Link>
                ) : (
                  <span className="inline-flex min-h-11 flex-wrap items-center gap-x-2">
                    {text} <span className="text-sm text-soft">{t('stepByOthers')}</span>
                  </span>
                )}
                <Badge look={isDone ? 'good' : 'plain'}>{t(isDone ? 'done' : 'open')}</Badge>
              </li>
            ))}
          </ol>
        </section>
      )}
      <Activity companyId={session.companyId} appId={typeof app === 'string' && app !== '' && find === '' ? app : null} find={find} />
    </>
  )
}
