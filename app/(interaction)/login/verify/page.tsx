import type { Metadata } from 'next'
import { redirect } from 'next/navigation'
import { getTranslations } from 'next-intl/server'
import { ActionForm } from '#components/ui/action-form'
import { buttonClass } from '#components/ui/button'
import { isSecondFactorPending } from '#lib/accounts/factors/second-factor'
import { readBrowserSecret } from '#lib/session/browser-secret'
import { destinationFields } from '#lib/session/destination'
import { readWaiting } from '#lib/users/recovery/finish-recovery'
import { oneOf } from '../../form-text'
import { destinationIn, entryPath } from '../../where-to'
import { LostAccount, LostFactor } from './_components/lost-factor'
import { verifyAction } from './actions'

type Search = Promise<Record<string, string | string[] | undefined>>

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('verify'))('title') }
}

export default async function SecondFactorPage({ searchParams }: { searchParams: Search }) {
  const search = await searchParams
  const t = await getTranslations('verify')
  const to = destinationIn(search)
  const pending = await readBrowserSecret('second-factor')
  if (!(await isSecondFactorPending('person', pending))) redirect(entryPath('/login', to))
  const waiting = await readWaiting(pending)
  if (oneOf(search.lost)) {
    const lost = await getTranslations('lostFactor')
    return (
      <>
        <LostAccount waiting={waiting} />
        <a href={entryPath('/login/verify', to)} className={buttonClass('quiet', 'mt-4')}>
          {lost('found')}
        </a>
      </>
    )
  }
  return (
    <>
      <h1>{t('title')}</h1>
      <p className="mb-6 mt-3 text-soft">{t('lead')}</p>
      <ActionForm
        action={verifyAction}
        submit={t('submit')}
        hidden={destinationFields(to)}
        fields={[
          {
            label: t('code'),
            name: 'code',
            hint: t('hint'),
            autoComplete: 'one-time-code',
            autoCapitalize: 'none',
            spellCheck: false,
            required: true,
            maxLength: 60,
            autoFocus: true,
          },
        ]}
      />
      <LostFactor waiting={waiting} />
      <a href={entryPath('/login', to)} className={buttonClass('quiet', 'mt-4')}>
        {t('back')}
      </a>
    </>
  )
}
