import { getTranslations } from 'next-intl/server'
import type { AppLinks as Links } from '#lib/apps/face/app-face'

const ORDER = ['tos', 'policy', 'support'] as const

/** The company's own pages about its app, in a tab of their own: nothing that is being filled in here is left. */
export async function AppLinks({ app, links }: { app: string; links: Links }) {
  const t = await getTranslations('appLinks')
  const given = ORDER.flatMap((kind) => (links[kind] ? [{ kind, address: links[kind] }] : []))
  if (given.length === 0) return null
  return (
    <ul aria-label={t('label', { app })} className="flex flex-wrap gap-x-5 text-sm">
      {given.map(({ kind, address }) => (
        <li key={kind}>
          <a
            href={address}
            target="_blank"
            rel="noreferrer nofollow"
            className="inline-flex min-h-11 items-center text-accent underline decoration-1 underline-offset-4 hover:decoration-2"
          >
            {t(kind)}
          </a>
        </li>
      ))}
    </ul>
  )
}
