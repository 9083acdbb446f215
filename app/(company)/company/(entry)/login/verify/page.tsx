import type { Metadata } from 'next'
import { redirect } from 'next/navigation'
import { getTranslations } from 'next-intl/server'
import { ActionForm } from '#components/ui/action-form'
import { buttonClass } from '#components/ui/button'
import { isSecondFactorPending } from '#lib/accounts/factors/second-factor'
import { readBrowserSecret } from '#lib/session/browser-secret'
import { safeReturnPath } from '#lib/session/return-path'
import { verifyAction } from './actions'

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('verify'))('title') }
}

export default async function SecondFactorPage({ searchParams }: { searchParams: Promise<{ return_to?: string | string[] }> }) {
  const { return_to } = await searchParams
  const to = safeReturnPath(typeof return_to === 'string' ? return_to : null, '/company')
  const back = `/company/login?return_to=${encodeURIComponent(to)}`
  if (!(await isSecondFactorPending('staff', await readBrowserSecret('company-second-factor')))) redirect(back)
  const t = await getTranslations('verify')
  return (
    <>
      <h1>{t('title')}</h1>
      <p className="mb-6 mt-3 text-soft">{t('lead')}</p>
      <ActionForm
        action={verifyAction}
        submit={t('submit')}
        hidden={{ return_to: to }}
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
      <a href={back} className={buttonClass('quiet', 'mt-4')}>
        {t('back')}
      </a>
    </>
  )
}
