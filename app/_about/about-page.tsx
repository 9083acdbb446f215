import type { Metadata } from 'next'
import { getLocale, getTranslations } from 'next-intl/server'
import type { ReactNode } from 'react'
import { Notice } from '#components/ui/notice'
import { contactAddress } from '#lib/core/env'
import { MESSAGES } from '#lib/i18n/messages'
import type { AboutPageName } from './pages'

export const aboutMetadata = async (page: AboutPageName): Promise<Metadata> => ({
  title: MESSAGES[await getLocale()].about[page].title,
  robots: { index: true },
})

/** One page about the service. What an operator has to write themselves stands in square brackets, and the page says so. */
export async function AboutPage({ page, children }: { page: AboutPageName; children?: ReactNode }) {
  const t = await getTranslations('about')
  const { title, lead, sections } = MESSAGES[await getLocale()].about[page]
  const isTemplate = sections.some(({ text }) => text.some((paragraph) => paragraph.includes('[')))
  return (
    <>
      <h1>{title}</h1>
      <p className="mt-4 text-lg text-soft">{lead}</p>
      {isTemplate && (
        <div className="mt-6">
          <Notice look="warn">{t('template')}</Notice>
        </div>
      )}
      {sections.map(({ heading, text }) => (
        <section key={heading} className="mt-10">
          <h2>{heading}</h2>
          {text.map((paragraph) => (
            <p key={paragraph} className="mt-3">
              {paragraph}
            </p>
          ))}
        </section>
      ))}
      {children}
      <Contact />
    </>
  )
}

/** Whom to write to. */
export async function Contact() {
  const t = await getTranslations('about')
  const contact = contactAddress()
  return (
    <section className="mt-10">
      <h2>{t('contactTitle')}</h2>
      <p className="mt-3">
        {t('contactBody')}{' '}
        <a href={`mailto:${contact}`} className="break-all font-semibold text-accent underline underline-offset-4">
          {contact}
        </a>
      </p>
    </section>
  )
}
