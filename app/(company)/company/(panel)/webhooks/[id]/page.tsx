import type { Metadata } from 'next'
import Link from 'next/link'
import { notFound } from 'next/navigation'
import { getTranslations } from 'next-intl/server'
import { Breakable } from '#components/ui/breakable'
import { Button, buttonClass } from '#components/ui/button'
import { Confirm } from '#components/ui/confirm'
import { Done, Panel } from '#components/ui/panel'
import { Select } from '#components/ui/select'
import { may } from '#lib/companies/permissions'
import { ApiError } from '#lib/core/api-error'
import { isId } from '#lib/core/random-id'
import { EVENT_TYPES } from '#lib/events/types'
import { actorOf, requireStaff } from '#lib/session/staff-session'
import { readWebhookPage } from '#lib/webhooks/read-deliveries'
import { browserTimes } from '../../../../../_i18n/times'
import { Facts } from '../../_components/facts'
import { onceTexts } from '../../_components/once-texts'
import { Deliveries, type DeliverySearch, filterOf } from '../_components/deliveries'
import { HealthBadge } from '../_components/health-badge'
import { NewSecret } from '../_components/new-secret'
import { deleteWebhookAction, resendSinceAction, rotateSecretAction, switchWebhookAction, testWebhookAction } from '../actions'

type Search = DeliverySearch & { done?: string; count?: string; confirm?: string }
type Props = { params: Promise<{ id: string }>; searchParams: Promise<Search> }

const HOURS = [1, 6, 24, 72, 168, 720]

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('webhooks'))('one') }
}

export default async function WebhookPage({ params, searchParams }: Props) {
  const { id } = await params
  const staff = await requireStaff(`/company/webhooks/${encodeURIComponent(id)}`)
  if (!isId('whk', id)) notFound()
  const search = await searchParams
  const filter = filterOf(search)
  const { webhook, deliveries } = await readWebhookPage(actorOf(staff), id, filter).catch((error: unknown) => {
    if (error instanceof ApiError) notFound()
    throw error
  })
  const t = await getTranslations('webhooks')
  const times = await browserTimes()
  const time = (at: string | Date) => times.moment(new Date(at))
  const canManage = may(staff, 'webhooks.manage')
  const isOn = webhook.status === 'enabled'
  const facts = [
    [t('id'), webhook.id],
    [t('types'), webhook.event_types.length === 0 ? t('allTypes') : webhook.event_types.join(', ')],
    [t('apps'), webhook.app_ids.length === 0 ? t('allApps') : webhook.app_ids.join(', ')],
    [t('signature'), t(`signature_${webhook.signature}`)],
    ...(webhook.public_key ? [[t('publicKey'), webhook.public_key]] : []),
    ...(webhook.failing_since ? [[t('failingSince'), time(webhook.failing_since)]] : []),
    [t('created'), time(webhook.created_at)],
  ]
  const hidden = <input type="hidden" name="id" value={id} />
  return (
    <>
      <p className="mb-2">
        <Link href="/company/webhooks" prefetch={false} className={buttonClass('quiet')}>
          {t('back')}
        </Link>
      </p>
      <div className="mb-6 flex flex-wrap items-center gap-3">
        <h1 className="min-w-0">
          <Breakable text={webhook.url} />
        </h1>
        <HealthBadge webhook={webhook} />
      </div>
      {search.done === 'resent' && <Done>{t('resentCount', { count: Number(search.count) || 0 })}</Done>}
      {search.done && ['added', 'rotated', 'enabled', 'disabled'].includes(search.done) && <Done>{t('changed')}</Done>}
      <div className="grid gap-5">
        <Facts title={t('facts')} facts={facts} />
        {canManage && isOn && (
          <Panel title={t('testTitle')} lead={t('testLead')}>
            <form action={testWebhookAction} method="post" className="grid items-end gap-3 sm:grid-cols-[1fr_auto]">
              {hidden}
              <Select label={t('type')} name="type" options={EVENT_TYPES.map((type) => [type, type] as const)} />
              <Button type="submit" look="outline">
                {t('test')}
              </Button>
            </form>
          </Panel>
        )}
        <Deliveries id={id} here={`/company/webhooks/${id}`} filter={filter} page={deliveries} />
        {canManage && isOn && (
          <Panel title={t('againTitle')} lead={t('againLead')}>
            <form action={resendSinceAction} method="post" className="grid items-end gap-3 sm:grid-cols-[1fr_auto]">
              {hidden}
              <Select label={t('since')} name="hours" options={HOURS.map((hours) => [String(hours), t('hours', { hours })] as const)} />
              <Button type="submit" look="outline">
                {t('resend')}
              </Button>
            </form>
          </Panel>
        )}
        {canManage && (
          <Panel title={t('rotateTitle')} lead={t('rotateLead')}>
            <NewSecret action={rotateSecretAction} texts={{ submit: t('rotate'), secret: t('secret') }} once={await onceTexts()}>
              {hidden}
            </NewSecret>
          </Panel>
        )}
        {canManage && (
          <Panel title={t('endTitle')} lead={t('endLead')}>
            {search.confirm === 'delete' ? (
              <form action={deleteWebhookAction} method="post">
                {hidden}
                <Confirm title={t('confirmTitle')} keep={{ href: `/company/webhooks/${id}`, text: t('keep') }} submit={t('remove')}>
                  <p>{t('confirmBody')}</p>
                </Confirm>
              </form>
            ) : (
              <div className="flex flex-wrap gap-3">
                <form action={switchWebhookAction} method="post">
                  {hidden}
                  <input type="hidden" name="status" value={isOn ? 'disabled' : 'enabled'} />
                  <Button type="submit" look="outline">
                    {t(isOn ? 'switchOff' : 'switchOn')}
                  </Button>
                </form>
                <form method="get">
                  <input type="hidden" name="confirm" value="delete" />
                  <Button type="submit" look="danger">
                    {t('remove')}
                  </Button>
                </form>
              </div>
            )}
          </Panel>
        )}
      </div>
    </>
  )
}
