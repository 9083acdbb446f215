import Link from 'next/link'
import { getTranslations } from 'next-intl/server'
import { Notice } from '#components/ui/notice'
import { rich } from '../../_components/rich'
import type { AppChoice as Choice } from './choose-app'

/** Whose client ID stands in the code, and how it could be another's. */
export async function AppChoice({ isLoggedIn, choice, language }: { isLoggedIn: boolean; choice: Choice | null; language: string }) {
  const t = await getTranslations('docsQuickstarts')
  if (!isLoggedIn) {
    const login = `/company/login?return_to=${encodeURIComponent(`/docs/quickstarts?language=${language}`)}`
    return <Notice>{t.rich('placeholder', rich({ login }))}</Notice>
  }
  if (!choice?.app) return <Notice>{t.rich('noApp', rich({ create: '/company/apps/new' }))}</Notice>
  return (
    <div className="rounded-xl bg-accent-wash px-4 py-3 text-sm">
      <p>{t('ownApp', { app: choice.app.name })}</p>
      {choice.others.length > 0 && (
        <ul aria-label={t('ownAppOther')} className="flex flex-wrap gap-x-4">
          {choice.others.map(({ id, name }) => (
            <li key={id}>
              <Link
                href={`/docs/quickstarts?language=${language}&app=${id}`}
                prefetch={false}
                scroll={false}
                className="inline-flex min-h-11 items-center text-accent underline underline-offset-4"
              >
                {name}
              </Link>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
