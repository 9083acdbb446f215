import type { Metadata } from 'next'
import { getTranslations } from 'next-intl/server'
import { Button } from '#components/ui/button'
import { Notice } from '#components/ui/notice'
import { listApiKeys } from '#lib/companies/list-api-keys'
import { may } from '#lib/companies/permissions'
import { requireStaff } from '#lib/session/staff-session'
import { invalidateKeyAction } from '../actions'
import { NewKey } from './new-key'

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('keys'))('title') }
}

export default async function KeysPage({ searchParams }: { searchParams: Promise<{ done?: string; confirm?: string }> }) {
  const session = await requireStaff('/company/keys')
  const { done, confirm } = await searchParams
  const [t, panel] = [await getTranslations('keys'), await getTranslations('companyPanel')]
  const keys = await listApiKeys(session.companyId)
  const canManage = may(session.role, 'keys.manage')
  const day = (date: Date) => date.toISOString().slice(0, 10)
  return (
    <>
      <h1>{t('title')}</h1>
      <p className="mb-6 mt-3 text-soft">{t('lead')}</p>
      {done && <Notice>{t('done')}</Notice>}
      {canManage && (
        <NewKey
          texts={{
            name: t('name'),
            hint: t('nameHint'),
            create: t('create'),
            once: panel('shownOnce'),
            stored: panel('stored'),
            close: panel('close'),
          }}
        />
      )}
      {keys.length === 0 && <p className="mt-8">{t('emptyBody')}</p>}
      <ul className="mt-8 grid gap-4">
        {keys.map((key) => (
          <li key={key.id} className="grid gap-2 rounded-card border border-line bg-surface p-5">
            <h2>{key.name}</h2>
            <p className="font-mono text-sm">sgk_…{key.lastFour}</p>
            <p className="text-sm text-soft">
              {t('created', { date: day(key.createdAt), who: key.createdBy?.name ?? t('someone') })}
              {' · '}
              {key.lastUsedAt ? t('used', { date: day(key.lastUsedAt) }) : t('neverUsed')}
              {key.invalidatedAt && ` · ${t('invalidated', { date: day(key.invalidatedAt) })}`}
            </p>
            {canManage && !key.invalidatedAt && (
              <form action={confirm === key.id ? invalidateKeyAction : undefined} method={confirm === key.id ? 'post' : 'get'}>
                <input type="hidden" name={confirm === key.id ? 'id' : 'confirm'} value={key.id} />
                {confirm === key.id && <p className="mb-3">{t('confirmBody')}</p>}
                <Button type="submit" look="danger">
                  {t('invalidate')}
                </Button>
              </form>
            )}
          </li>
        ))}
      </ul>
    </>
  )
}
