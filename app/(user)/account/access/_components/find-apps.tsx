import Link from 'next/link'
import { getTranslations } from 'next-intl/server'
import { Button, buttonClass } from '#components/ui/button'
import { Field } from '#components/ui/field'
import { Select } from '#components/ui/select'
import type { AppFilter } from '#lib/grants/filter-apps'
import type { ScopeName } from '#lib/scopes/catalog'

/** Finds one app among many; what is looked for stands in the address. */
export async function FindApps({ filter, scopes: shared }: { filter: AppFilter; scopes: ScopeName[] }) {
  const t = await getTranslations('access')
  const scopes = await getTranslations('scopes')
  const isFiltered = filter.words !== '' || filter.scope !== null
  return (
    <search className="mb-6 block">
      <form method="get" action="/account/access" className="grid items-end gap-3 sm:grid-cols-[1fr_1fr_auto]">
        <Field label={t('find')} name="q" type="search" defaultValue={filter.words} maxLength={100} autoComplete="off" />
        <Select
          label={t('findShares')}
          name="shares"
          defaultValue={filter.scope ?? ''}
          options={[['', t('findAnything')], ...shared.map((scope) => [scope, scopes(`${scope}.title`)] as const)]}
        />
        <div className="flex flex-wrap gap-3">
          <Button type="submit" look="outline">
            {t('findGo')}
          </Button>
          {isFiltered && (
            <Link href="/account/access" prefetch={false} className={buttonClass('quiet')}>
              {t('findAll')}
            </Link>
          )}
        </div>
      </form>
    </search>
  )
}
