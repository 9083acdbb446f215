import type { Metadata } from 'next'
import Link from 'next/link'
import { notFound } from 'next/navigation'
import { getTranslations } from 'next-intl/server'
import { Button, buttonClass } from '#components/ui/button'
import { Confirm } from '#components/ui/confirm'
import { Done, Panel } from '#components/ui/panel'
import { may } from '#lib/companies/permissions'
import { ApiError } from '#lib/core/api-error'
import { isId } from '#lib/core/random-id'
import { actorOf, requireStaff } from '#lib/session/staff-session'
import { readVerificationPage } from '#lib/verifications/interface/read-verification-page'
import { browserTimes } from '../../../../../_i18n/times'
import { Facts } from '../../_components/facts'
import { onceTexts } from '../../_components/once-texts'
import { NewLink } from '../_components/new-link'
import { StatusBadge } from '../_components/status-badge'
import { cancelAction, retryAction } from '../actions'

type Props = { params: Promise<{ id: string }>; searchParams: Promise<{ done?: string; confirm?: string }> }

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('companyVerifications'))('session') }
}

export default async function VerificationPage({ params, searchParams }: Props) {
  const { id } = await params
  const staff = await requireStaff(`/company/verifications/${encodeURIComponent(id)}`)
  if (!isId('ver', id)) notFound()
  const { session, appName, canRetry, canCancel, history } = await readVerificationPage(actorOf(staff), id).catch((error: unknown) => {
    if (error instanceof ApiError && error.code === 'not_found') notFound()
    throw error
  })
  const { done, confirm } = await searchParams
  const t = await getTranslations('companyVerifications')
  const failures = await getTranslations('verificationFailures')
  const levels = await getTranslations('assurance')
  const times = await browserTimes()
  const time = (text: string | Date) => times.moment(new Date(text))
  const canManage = may(staff, 'verifications.manage')
  const facts = [
    [t('id'), session.id],
    [t('app'), appName],
    [t('reference'), session.reference ?? '–'],
    [t('fieldsLegend'), session.fields.map((field) => t(`fields.${field}`)).join(', ')],
    [t('asked'), levels(`${session.min_assurance}.title`)],
    [t('sub'), session.sub ?? t('noSub')],
    [t('attemptsLabel'), t('attempts', session.attempts)],
    [
      t('material'),
      session.material.deleted_at ? t('materialDeleted', { date: time(session.material.deleted_at) }) : t(`material_${session.material.status}`),
    ],
    [t('created'), time(session.created_at)],
    [t('expires'), time(session.expires_at)],
  ]
  return (
    <>
      <p className="mb-2">
        <Link href="/company/verifications" prefetch={false} className={buttonClass('quiet')}>
          {t('back')}
        </Link>
      </p>
      <div className="mb-6 flex flex-wrap items-center gap-3">
        <h1>{t('session')}</h1>
        <StatusBadge status={session.status} />
      </div>
      {done === 'canceled' && <Done>{t('canceledDone')}</Done>}
      <div className="grid gap-5">
        {session.failure && (
          <Panel title={t('failure')} lead={failures(`${session.failure.code}.title`)}>
            <p className="text-sm text-soft">{t(session.failure.retryable ? 'failureRetry' : 'failureFinal')}</p>
          </Panel>
        )}
        {canManage && canRetry && (
          <Panel title={t('retryTitle')} lead={t('retryLead')}>
            <NewLink action={retryAction} texts={{ submit: t('retry'), link: t('link') }} once={{ ...(await onceTexts()), warning: t('linkOnce') }}>
              <input type="hidden" name="id" value={session.id} />
            </NewLink>
          </Panel>
        )}
        <Facts title={t('facts')} facts={facts} />
        {session.result && (
          <Panel title={t('result')} lead={t('resultLead')}>
            <dl className="grid gap-x-6 gap-y-3 sm:grid-cols-2">
              <div className="sm:col-span-2">
                <dt className="text-sm text-soft">{t('reached')}</dt>
                <dd className="font-medium">
                  {levels(`${session.result.assurance}.title`)}{' '}
                  <span className="font-normal text-soft">– {levels(`${session.result.assurance}.body`)}</span>
                </dd>
              </div>
              {Object.entries(session.result.checks).map(([check, verdict]) => (
                <div key={check}>
                  <dt className="text-sm text-soft">{t(`checks.${check as keyof typeof session.result.checks}`)}</dt>
                  <dd className="font-medium">{t(`verdicts.${verdict}`)}</dd>
                </div>
              ))}
            </dl>
          </Panel>
        )}
        {canManage && canCancel && (
          <Panel title={t('cancelTitle')} lead={t('cancelLead')}>
            {confirm === undefined ? (
              <form method="get">
                <input type="hidden" name="confirm" value="cancel" />
                <Button type="submit" look="danger">
                  {t('cancel')}
                </Button>
              </form>
            ) : (
              <form action={cancelAction} method="post">
                <input type="hidden" name="id" value={session.id} />
                <Confirm title={t('confirmTitle')} keep={{ href: `/company/verifications/${session.id}`, text: t('keep') }} submit={t('cancel')}>
                  <p>{t('confirmBody')}</p>
                </Confirm>
              </form>
            )}
          </Panel>
        )}
        <Panel title={t('history')}>
          <ol className="grid gap-2">
            {history.map((event) => (
              <li key={String(event.id)} className="flex flex-wrap justify-between gap-x-4 text-sm">
                <span>
                  <code>{event.action}</code> · {event.actorName ?? t('system')}
                </span>
                <time dateTime={event.createdAt.toISOString()} className="text-soft">
                  {time(event.createdAt)}
                </time>
              </li>
            ))}
          </ol>
        </Panel>
      </div>
    </>
  )
}
