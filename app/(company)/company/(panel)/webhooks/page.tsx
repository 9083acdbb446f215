import type { Metadata } from 'next'
import Link from 'next/link'
import { getTranslations } from 'next-intl/server'
import { Breakable } from '#components/ui/breakable'
import { buttonClass } from '#components/ui/button'
import { Empty } from '#components/ui/empty'
import { Done, Panel } from '#components/ui/panel'
import { Select } from '#components/ui/select'
import { may } from '#lib/companies/permissions'
import { actorOf, requireStaff } from '#lib/session/staff-session'
import { readStreamPage } from '#lib/signals/read-stream-page'
import { listWebhooks } from '#lib/webhooks/read-webhooks'
import { MAX_WEBHOOKS, SIGNATURES } from '#lib/webhooks/schema'
import { FORM_FIELDS } from '../_components/form-fields'
import { KeptForm } from '../_components/kept-form'
import { onceTexts } from '../_components/once-texts'
import { HealthBadge } from './_components/health-badge'
import { NewSecret } from './_components/new-secret'
import { StreamBadge } from './_components/stream-badge'
import { TypeChoice } from './_components/type-choice'
import { addWebhookAction } from './actions'

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('webhooks'))('title') }
}

export default async function WebhooksPage({ searchParams }: { searchParams: Promise<{ done?: string }> }) {
  const session = await requireStaff('/company/webhooks')
  const { done } = await searchParams
  const t = await getTranslations('webhooks')
  const { data } = await listWebhooks(actorOf(session), { limit: MAX_WEBHOOKS })
  const stream = await readStreamPage(actorOf(session))
  const canManage = may(session, 'webhooks.manage')
  return (
    <>
      <div className="mb-6 flex flex-wrap items-start justify-between gap-4">
        <div>
          <h1>{t('title')}</h1>
          <p className="mt-3 text-soft">{t('lead')}</p>
        </div>
        {canManage && (
          <a href="#new" className={buttonClass()}>
            {t('new')}
          </a>
        )}
      </div>
      {done === 'deleted' && <Done>{t('deleted')}</Done>}
      {data.length === 0 ? (
        <Empty title={t('emptyTitle')} body={t('emptyBody')} />
      ) : (
        <ul className="grid gap-3">
          {data.map((webhook) => (
            <li key={webhook.id} className="relative grid gap-1 rounded-card border border-line bg-surface p-4 hover:border-line-strong sm:p-5">
              <div className="flex flex-wrap items-center justify-between gap-2">
                <Link
                  href={`/company/webhooks/${webhook.id}`}
                  prefetch={false}
                  className="min-w-0 font-mono text-sm font-semibold after:absolute after:inset-0 after:rounded-card"
                >
                  <Breakable text={webhook.url} />
                </Link>
                <HealthBadge webhook={webhook} />
              </div>
              <p className="break-words text-sm text-soft">{webhook.event_types.length === 0 ? t('allTypes') : webhook.event_types.join(', ')}</p>
            </li>
          ))}
        </ul>
      )}
      {stream && (
        <section className="mt-6 grid gap-3">
          <h2>{t('signals')}</h2>
          <div className="relative grid gap-1 rounded-card border border-line bg-surface p-4 hover:border-line-strong sm:p-5">
            <div className="flex flex-wrap items-center justify-between gap-2">
              <Link
                href="/company/webhooks/signals"
                prefetch={false}
                className="min-w-0 font-mono text-sm font-semibold after:absolute after:inset-0 after:rounded-card"
              >
                <Breakable text={stream.delivery.endpoint_url} />
              </Link>
              <StreamBadge status={stream.status} />
            </div>
            <p className="break-words text-sm text-soft">{t(stream.kind === 'push' ? 'signalsPushed' : 'signalsPolled')}</p>
          </div>
        </section>
      )}
      <div className="mt-6">
        {canManage ? (
          <Panel id="new" title={t('new')}>
            <NewSecret
              action={addWebhookAction}
              address={{ label: t('url'), hint: t('urlHint') }}
              texts={{ submit: t('add'), secret: t('secret') }}
              once={await onceTexts()}
            >
              <KeptForm staff={session} path="/company/webhooks" fields={FORM_FIELDS.webhook} />
              <TypeChoice legend={t('types')} hint={t('typesHint')} />
              <Select label={t('signature')} name="signature" options={SIGNATURES.map((kind) => [kind, t(`signature_${kind}`)] as const)} />
            </NewSecret>
          </Panel>
        ) : (
          <p className="rounded-xl bg-sunken px-4 py-3 text-sm">{t('notYours')}</p>
        )}
      </div>
    </>
  )
}
