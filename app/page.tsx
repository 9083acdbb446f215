import Link from 'next/link'
import { getTranslations } from 'next-intl/server'
import { buttonClass } from '#components/ui/button'
import { Wordmark } from '#components/ui/wordmark'
import { readUserSession } from '#lib/session/user-session'
import { Preferences } from './_components/preferences'

export default async function HomePage() {
  const t = await getTranslations('home')
  const session = await readUserSession()
  return (
    <div className="mx-auto flex min-h-dvh w-full max-w-5xl flex-col px-5 py-6 sm:px-8 sm:py-10">
      <header>
        <Wordmark />
      </header>
      <main id="content" className="my-auto py-14">
        <h1 className="max-w-3xl text-[clamp(2.25rem,1.5rem+3.5vw,4rem)]">{t('title')}</h1>
        <p className="mt-5 max-w-2xl text-lg text-soft">{t('lead')}</p>
        <div className="mt-12 grid gap-px overflow-hidden rounded-card border border-line bg-line sm:grid-cols-3">
          <Door title={t('peopleTitle')} body={t('peopleBody')}>
            <Link href={session ? '/account/access' : '/login'} prefetch={false} className={buttonClass('solid')}>
              {session ? t('peopleAction') : t('peopleActionSignedOut')}
            </Link>
          </Door>
          <Door title={t('companiesTitle')} body={t('companiesBody')} />
          <Door title={t('developersTitle')} body={t('developersBody')}>
            <a href="/.well-known/openid-configuration" className={buttonClass('outline')}>
              {t('developersAction')}
            </a>
          </Door>
        </div>
      </main>
      <footer className="flex justify-start">
        <Preferences />
      </footer>
    </div>
  )
}

function Door({ title, body, children }: { title: string; body: string; children?: React.ReactNode }) {
  return (
    <section className="flex flex-col gap-3 bg-surface p-6 sm:p-7">
      <h2>{title}</h2>
      <p className="text-soft">{body}</p>
      {children && <div className="mt-auto pt-3">{children}</div>}
    </section>
  )
}
