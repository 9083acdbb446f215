import type { Metadata } from 'next'
import Link from 'next/link'
import { getTranslations } from 'next-intl/server'
import { env } from '#lib/core/env'
import { Contact } from '../../_about/about-page'

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('contactPage'))('title'), robots: { index: true } }
}

/** Who runs this site and where they are reached: the operator's settings, and nothing where there are none. */
export default async function ContactPage() {
  const t = await getTranslations('contactPage')
  const { OPERATOR_NAME: name, OPERATOR_POSTAL_ADDRESS: lines } = env()
  return (
    <>
      <h1>{t('title')}</h1>
      <p className="mt-4 text-lg text-soft">{t('lead')}</p>
      <section className="mt-10">
        <h2>{t('operator')}</h2>
        {name || lines ? (
          <address className="mt-3 grid not-italic">{[name, ...(lines ?? [])].map((line) => line && <span key={line}>{line}</span>)}</address>
        ) : (
          <p className="mt-3">{t('unnamed')}</p>
        )}
      </section>
      <Contact />
      <section className="mt-10">
        <h2>{t('elsewhere')}</h2>
        <ul className="mt-3 grid list-disc gap-2 pl-5">
          {(['security', 'help', 'status'] as const).map((page) => (
            <li key={page}>
              <Link href={`/${page}`} prefetch={false} className="text-accent underline underline-offset-4">
                {t(page)}
              </Link>
            </li>
          ))}
        </ul>
      </section>
    </>
  )
}
