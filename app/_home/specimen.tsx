import { getTranslations } from 'next-intl/server'
import { env } from '#lib/core/env'

/**
 * What this is, shown: one person as three apps know them, and one of them losing it. Names and pseudonyms are made up.
 * It moves once, for five seconds, and stands as it ends: without motion that is all there is to see.
 */
export async function Specimen() {
  const t = await getTranslations('home')
  const domain = env().ALIAS_DOMAIN
  const apps = [
    { name: t('shop'), sub: 'Zk3vXo9rT1mQe7bYw2cN5A', alias: `k5f3q2nmxw7t4hbe@${domain}`, reads: t('shopReads'), before: null },
    { name: t('cinema'), sub: 'pW81nUeLxq0RgK4sVd6hJc', alias: null, reads: t('cinemaReads'), before: null },
    { name: t('library'), sub: 'b9TzFf2oMi5yCj7aQ3XlEw', alias: null, reads: t('libraryReads'), before: t('libraryRead') },
  ]
  return (
    <figure>
      <figcaption className="flex flex-wrap items-baseline justify-between gap-x-6 border-b border-ink pb-2.5 text-sm">
        <span className="font-semibold">{t('specimen')}</span>
        <span className="text-soft">{t('specimenNote')}</span>
      </figcaption>
      <ul>
        {apps.map(({ name, sub, alias, reads, before }, index) => (
          <li key={sub} className="grid gap-x-8 gap-y-2 border-b border-line py-5 sm:grid-cols-[1fr_1.35fr_1fr] sm:items-baseline">
            <p className="font-display text-xl">{name}</p>
            <dl className="min-w-0">
              <dt className="text-xs text-soft">{t('knownAs')}</dt>
              <dd
                className={`specimen-name font-mono text-sm break-all ${before ? 'text-soft' : ''}`}
                style={{ animationDelay: `${0.2 + index * 0.7}s` }}
              >
                <span className={before ? 'specimen-struck' : undefined}>{sub}</span>
              </dd>
              {alias && (
                <dd className="specimen-name font-mono text-sm break-all" style={{ animationDelay: '0.5s' }}>
                  {alias}
                </dd>
              )}
            </dl>
            <dl>
              <dt className="text-xs text-soft">{t('mayRead')}</dt>
              <dd className={`grid *:col-start-1 *:row-start-1 ${before ? 'text-soft' : 'text-accent'}`}>
                <span
                  className={before ? 'specimen-after' : 'specimen-name'}
                  style={before ? undefined : { animationDelay: `${0.4 + index * 0.7}s` }}
                >
                  {reads}
                </span>
                {before && (
                  <span aria-hidden="true" className="specimen-before text-accent">
                    {before}
                  </span>
                )}
              </dd>
            </dl>
          </li>
        ))}
      </ul>
    </figure>
  )
}
