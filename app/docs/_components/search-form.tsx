import { getTranslations } from 'next-intl/server'
import { Button } from '#components/ui/button'
import { Field } from '#components/ui/field'

/** Asks for words anywhere in the documentation; works without scripts. */
export async function SearchForm({ query = '' }: { query?: string }) {
  const t = await getTranslations('docs')
  return (
    <search>
      <form action="/docs/search" className="flex flex-wrap items-end gap-3">
        <div className="min-w-0 flex-1 basis-56">
          <Field type="search" label={t('searchLabel')} name="q" defaultValue={query} maxLength={100} />
        </div>
        <Button type="submit" look="outline">
          {t('search')}
        </Button>
      </form>
    </search>
  )
}
