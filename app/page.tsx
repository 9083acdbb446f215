import type { Metadata } from 'next'
import Link from 'next/link'
import { getTranslations } from 'next-intl/server'
import { buttonClass } from '#components/ui/button'
import { Wordmark } from '#components/ui/wordmark'
import { readStaffSession } from '#lib/session/staff-session'
import { readUserSession } from '#lib/session/user-session'
import { SiteFooter } from './_components/site-footer'
import { Door, type Way } from './_home/door'
import { Specimen } from './_home/specimen'
import { Why } from './_home/why'

export const metadata: Metadata = { robots: { index: true } }

type Ways = readonly [Way, ...Way[]]

export default async function HomePage() {
  const t = await getTranslations('home')
  const [person, staff] = await Promise.all([readUserSession(), readStaffSession()])
  const forPeople: Ways = person
    ? [
        ['/account/access', t('yourApps')],
        ['/account', t('profile')],
        ['/account/security', t('security')],
      ]
    : [
        ['/help', t('help')],
        ['/privacy', t('privacy')],
      ]
  const forCompanies: Ways = staff
    ? [
        ['/company', staff.companyName],
        ['/company/apps', t('companyApps')],
        ['/company/keys', t('companyKeys')],
      ]
    : [
        ['/company/register', t('openCompany')],
        ['/company/login', t('companyLogIn')],
      ]
  const forDevelopers: Ways = [
    ['/docs', t('start')],
    ['/docs/quickstarts', t('quickstarts')],
    ['/docs/api', t('reference')],
  ]
  return (
    <div className="mx-auto flex min-h-dvh w-full max-w-6xl flex-col px-5 sm:px-8">
      <header className="flex items-center justify-between gap-4 py-5">
        <Wordmark />
        <nav aria-label={t('ways')} className="flex items-center gap-x-2 sm:gap-x-5">
          <Link
            href="/docs"
            prefetch={false}
            className="hidden min-h-11 items-center rounded-lg px-2 text-soft hover:text-ink min-[26rem]:inline-flex"
          >
            {t('docs')}
          </Link>
          <Link href={person ? '/account' : '/login'} prefetch={false} className={buttonClass('outline')}>
            {t(person ? 'account' : 'logIn')}
          </Link>
        </nav>
      </header>
      <main id="content" className="flex-1">
        <div className="grid gap-x-8 gap-y-6 pt-8 pb-12 sm:pt-16 sm:pb-20 lg:grid-cols-[1.75fr_1fr] lg:items-end">
          <h1 className="max-w-[15ch] text-[clamp(2.6rem,1.4rem+5.2vw,5.25rem)] leading-[1.02] tracking-[-0.028em]">{t('title')}</h1>
          <div>
            <p className="max-w-xl text-lg text-soft">{t('lead')}</p>
            {!person && (
              <div className="mt-6 flex flex-wrap gap-x-2 gap-y-3">
                <Link href="/register" prefetch={false} className={buttonClass('solid')}>
                  {t('createAccount')}
                </Link>
                {!staff && (
                  <Link href="/company/register" prefetch={false} className={buttonClass('quiet')}>
                    {t('forYourCompany')}
                  </Link>
                )}
              </div>
            )}
          </div>
        </div>
        <Specimen />
        <Why />
        <div className="mt-16 sm:mt-24">
          <Door title={t('peopleTitle')} body={t('peopleBody')} ways={forPeople} />
          <Door title={t('companiesTitle')} body={t('companiesBody')} ways={forCompanies} />
          <Door title={t('developersTitle')} body={t('developersBody')} ways={forDevelopers} />
        </div>
      </main>
      <SiteFooter className="border-t border-line" />
    </div>
  )
}
