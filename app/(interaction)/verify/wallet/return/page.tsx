import type { Metadata } from 'next'
import { getTranslations } from 'next-intl/server'
import { ReturnForm, type ReturnTexts } from './_components/return-form'

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('wallet'))('returnTitle') }
}

const TEXTS: readonly (keyof ReturnTexts)[] = [
  'returnTitle',
  'returnBody',
  'returnNoScript',
  'askTitle',
  'askWarning',
  'askYes',
  'askNo',
  'codeTitle',
  'codeBody',
  'overGoodTitle',
  'overGoodBody',
  'overBadTitle',
  'overBadBody',
  'deadTitle',
  'deadBody',
]

/** Where a wallet leads back to. What it sends along stands behind a `#`, so that no log and no other site sees it. */
export default async function ReturnPage() {
  const t = await getTranslations('wallet')
  return <ReturnForm texts={Object.fromEntries(TEXTS.map((name) => [name, t(name)])) as ReturnTexts} />
}
