import Link from 'next/link'
import { getTranslations } from 'next-intl/server'
import { AboutPage, aboutMetadata } from '../../_about/about-page'

export const generateMetadata = () => aboutMetadata('security')

const MORE = [
  ['/security/threat-model', 'threatTitle', 'threatLead'],
  ['/security/asvs', 'asvsTitle', 'asvsLead'],
] as const

export default async function SecurityPage() {
  const t = await getTranslations('securityPages')
  return (
    <AboutPage page="security">
      <section className="mt-10">
        <h2>{t('more')}</h2>
        <ul className="mt-4 grid gap-3">
          {MORE.map(([href, title, lead]) => (
            <li key={href} className="relative rounded-card border border-line bg-surface p-4 hover:border-line-strong">
              <Link href={href} prefetch={false} className="font-semibold after:absolute after:inset-0 after:rounded-card">
                {t(title)}
              </Link>
              <p className="mt-1 text-sm text-soft">{t(lead)}</p>
            </li>
          ))}
        </ul>
      </section>
    </AboutPage>
  )
}
