import type { Metadata } from 'next'
import Link from 'next/link'
import { notFound } from 'next/navigation'
import { getTranslations } from 'next-intl/server'
import { env } from '#lib/core/env'
import { pageTexts } from '../../../_components/page-texts'
import { Operation } from '../../../_reference/operation'
import { readReference } from '../../../_reference/reference'

type Props = { params: Promise<{ group: string }> }

async function readGroup(params: Props['params']) {
  const { group: slug } = await params
  const reference = readReference(env().BASE_URL)
  const group = reference.groups.find((one) => one.slug === slug)
  if (!group) notFound()
  return { reference, group }
}

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { group } = await readGroup(params)
  const t = await getTranslations('docs')
  return { title: `${group.tag} · ${t('nav.api')} · ${t('title')}` }
}

/** The operations of one tag. */
export default async function ApiGroupPage({ params }: Props) {
  const { reference, group } = await readGroup(params)
  const t = await getTranslations('docsApi')
  const texts = await pageTexts()
  return (
    <article>
      <p>
        <Link href="/docs/api" prefetch={false} className="inline-flex min-h-11 items-center text-accent underline underline-offset-4">
          {texts.api}
        </Link>
      </p>
      <h1>{group.tag}</h1>
      <nav aria-label={t('operations')} className="mt-4">
        <ul className="flex flex-wrap gap-x-5">
          {group.operations.map(({ id, summary }) => (
            <li key={id}>
              <a href={`#${id}`} className="inline-flex min-h-11 items-center text-accent underline underline-offset-4">
                {summary}
              </a>
            </li>
          ))}
        </ul>
      </nav>
      <div className="mt-8 grid gap-16">
        {group.operations.map((operation) => (
          <Operation key={operation.id} operation={operation} reference={reference} />
        ))}
      </div>
    </article>
  )
}
