import { getTranslations } from 'next-intl/server'
import { Badge } from '#components/ui/badge'
import { Button } from '#components/ui/button'
import { Confirm } from '#components/ui/confirm'
import { Notice } from '#components/ui/notice'
import { KEY_PERMISSIONS } from '#lib/companies/keys/key-permissions'
import type { listApiKeys } from '#lib/companies/list-api-keys'
import type { StaffSession } from '#lib/session/staff-session'
import { browserTimes } from '../../../../_i18n/times'
import { FORM_FIELDS } from '../_components/form-fields'
import { KeptForm } from '../_components/kept-form'
import { invalidateKeyAction } from '../actions'
import { ChangeKey } from './change-key'
import { termsTexts } from './terms-texts'

type ApiKey = Awaited<ReturnType<typeof listApiKeys>>[number]

/** One key. Invalidating it takes a second look: what it was used for last is said before it goes. */
export async function KeyCard({
  apiKey: key,
  prefix,
  staff,
  canManage,
  asked,
}: {
  apiKey: ApiKey
  prefix: string
  staff: Pick<StaffSession, 'staffId' | 'isInTest'>
  canManage: boolean
  /** What somebody is about to do with it. */
  asked: 'invalidate' | 'change' | null
}) {
  const t = await getTranslations('keys')
  const times = await browserTimes()
  const now = new Date()
  const ago = (date: Date) => times.fromNow(date, now)
  const isLive = !key.invalidatedAt && !key.hasExpired
  const isGoodForAll = key.permissions.length === KEY_PERMISSIONS.length
  const permissions = KEY_PERMISSIONS.filter((name) => key.permissions.includes(name)).map((name) => t(`permission.${name}`))
  const from = [key.lastPlace?.network && t('network', { network: key.lastPlace.network }), key.lastPlace?.software].filter(Boolean).join(', ')
  return (
    <li className="grid gap-2 rounded-card border border-line bg-surface p-5">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h2 className="min-w-0">{key.name}</h2>
        <Badge look={isLive ? 'good' : 'plain'}>{isLive ? t('live') : t('ended')}</Badge>
      </div>
      <p className="font-mono text-sm">
        {prefix}_…{key.lastFour}
      </p>
      <p className="text-sm text-soft">
        {t('created', { date: times.day(key.createdAt), who: key.createdBy ?? t('someone') })}
        {' · '}
        {key.lastUsedAt ? t('used', { date: ago(key.lastUsedAt) }) : t('neverUsed')}
        {from && ` (${from})`}
        {key.expiresAt && ` · ${t(key.hasExpired ? 'ranOut' : 'runsOut', { date: times.day(key.expiresAt) })}`}
        {key.invalidatedAt && ` · ${t('invalidated', { date: times.day(key.invalidatedAt) })}`}
      </p>
      <p className="text-sm">
        {isGoodForAll ? t('mayAll') : t('may', { what: permissions.join(', ') })}
        {' · '}
        {key.allowedNetworks.length === 0 ? t('fromAnywhere') : t('fromNetworks')}
        {key.allowedNetworks.length > 0 && <span className="font-mono wrap-anywhere"> {key.allowedNetworks.join(', ')}</span>}
      </p>
      {canManage && isLive && asked === null && (
        <div className="flex flex-wrap gap-3">
          <form method="get">
            <input type="hidden" name="edit" value={key.id} />
            <Button type="submit" look="outline">
              {t('change')}
              <span className="sr-only"> {key.name}</span>
            </Button>
          </form>
          <form method="get">
            <input type="hidden" name="confirm" value={key.id} />
            <Button type="submit" look="danger">
              {t('invalidate')}
            </Button>
          </form>
        </div>
      )}
      {canManage && isLive && asked === 'change' && (
        <ChangeKey
          id={key.id}
          permissions={key.permissions}
          networks={key.allowedNetworks.join('\n')}
          terms={await termsTexts()}
          texts={{ save: t('saveTerms'), keep: t('keepTerms') }}
          kept={<KeptForm staff={staff} path={`/company/keys?edit=${key.id}`} fields={FORM_FIELDS.keyTerms} />}
        />
      )}
      {canManage && isLive && asked === 'invalidate' && (
        <form action={invalidateKeyAction} method="post" className="mt-2">
          <input type="hidden" name="id" value={key.id} />
          <Confirm title={t('confirmTitle', { name: key.name })} keep={{ href: '/company/keys', text: t('keep') }} submit={t('invalidate')}>
            {key.lastUsedAt && <Notice look="warn">{t('confirmRecent', { date: ago(key.lastUsedAt) })}</Notice>}
            <p>{t('confirmBody')}</p>
          </Confirm>
        </form>
      )}
    </li>
  )
}
