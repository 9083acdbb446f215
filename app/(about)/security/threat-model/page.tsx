import type { Metadata } from 'next'
import { getTranslations } from 'next-intl/server'
import { readSecurityDocument } from '../../../_about/security/read-tables'
import { BackToSecurity } from '../_components/back'

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('securityPages'))('threatTitle') }
}

/** The threat model as it stands beside the code, for whoever has none: what is protected, from whom, and what remains. */
export default async function ThreatModelPage() {
  const t = await getTranslations('securityPages')
  const parts = await readSecurityDocument('threat-model')
  return (
    <>
      <BackToSecurity />
      <h1>{t('threatTitle')}</h1>
      <p className="mt-4 text-lg text-soft">{t('threatLead')}</p>
      <div lang="en">
        {parts.map(({ heading, text, heads, rows }) => (
          <section key={heading} className="mt-10">
            <h2>{heading}</h2>
            {text.map((paragraph) => (
              <p key={paragraph} className="mt-3">
                {paragraph}
              </p>
            ))}
            {rows.map(([name = '', ...cells]) => (
              <div key={name} className="mt-4 rounded-card border border-line bg-surface px-4 py-3.5">
                <h3 className="font-semibold">{name}</h3>
                <dl className="mt-2 grid gap-x-4 gap-y-1 text-sm sm:grid-cols-[9rem_1fr]">
                  {cells.map(
                    (cell, nth) =>
                      cell && (
                        <div key={heads[nth + 1]} className="contents">
                          <dt className="text-soft">{heads[nth + 1]}</dt>
                          <dd>{cell}</dd>
                        </div>
                      ),
                  )}
                </dl>
              </div>
            ))}
          </section>
        ))}
      </div>
    </>
  )
}
