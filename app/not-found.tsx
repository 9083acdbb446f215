import { getTranslations } from 'next-intl/server'
import { EntryColumn } from './_components/entry-column'
import { Missing } from './_components/missing'

export default async function NotFound() {
  const common = await getTranslations('common')
  return (
    <EntryColumn>
      <Missing home="/" text={common('backHome')} />
    </EntryColumn>
  )
}
