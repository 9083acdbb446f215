import { getTranslations } from 'next-intl/server'
import { env } from '#lib/core/env'

/** What this is, shown: one person as three apps know them. Names and pseudonyms are made up. */
export async function Specimen() {
  const t = await getTranslations('home')
  const domain = env().ALIAS_DOMAIN
  const apps = [
    { name: t('shop'), sub: 'Zk3vXo9rT1mQe7bYw2cN5A', alias: `k5f3q2nmxw7t4hbe@${domain}`, reads: t('shopReads'), isOver: false },
    { name: t('cinema'), sub: 'pW81nUeLxq0RgK4sVd6hJc', alias: null, reads: t('cinemaReads'), isOver: false },
    { name: t('library'), sub: 'b9TzFf2oMi5yCj7aQ3XlEw', alias: null, reads: t('libraryReads'), isOver: true },
  ]
  return (
    <figure>
      <figcaption className="flex flex-wrap items-baseline justify-between gap-x-6 border-b border-ink pb-2.5 text-sm">
        <span className="font-semibold">{t('specimen')}</span>
        <span className="text-soft">{t('specimenNote')}</span>
      </figcaption>
      <ul>
        {apps.map(({ name, sub, alias, reads, isOver }) => (
          <li key={sub} className="grid gap-x-8 gap-y-2 border-b border-line py-5 sm:grid-cols-[1fr_1.35fr_1fr] sm:items-baseline">
            <p className="font-display text-xl">{name}</p>
            <dl className="min-w-0">
              <dt className="text-xs text-soft">{t('knownAs')}</dt>
              <dd className={`font-mono text-sm break-all ${isOver ? 'text-soft line-through' : ''}`}>{sub}</dd>
              {alias && <dd className="font-mono text-sm break-all">{alias}</dd>}
            </dl>
            <dl>
              <dt className="text-xs text-soft">{t('mayRead')}</dt>
              <dd className={isOver ? 'text-soft' : 'text-accent'}>{reads}</dd>
            </dl>
          </li>
        ))}
      </ul>
    </figure>
  )
}
