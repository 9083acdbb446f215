import { CircleCheck, CircleSlash } from 'lucide-react'
import type { Metadata } from 'next'
import { getTranslations } from 'next-intl/server'
import { buttonClass } from '#components/ui/button'
import { oneOf } from '../../form-text'

type Search = Promise<Record<string, string | string[] | undefined>>

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('elsewhere'))('title') }
}

/** Said in a browser that did not ask: what its answer did, and where it goes on. */
export default async function ElsewherePage({ searchParams }: { searchParams: Search }) {
  const t = await getTranslations('elsewhere')
  const isConfirmed = oneOf((await searchParams).done) === 'confirmed'
  const Sign = isConfirmed ? CircleCheck : CircleSlash
  return (
    <div role="status">
      <Sign size={36} strokeWidth={1.5} aria-hidden="true" className="mb-5 text-accent" />
      <h1>{t(isConfirmed ? 'confirmedTitle' : 'refusedTitle')}</h1>
      <p className="mb-6 mt-3 text-soft">{t(isConfirmed ? 'confirmedBody' : 'refusedBody')}</p>
      {!isConfirmed && (
        <a href="/register" className={buttonClass('outline')}>
          {t('refusedBegin')}
        </a>
      )}
    </div>
  )
}
