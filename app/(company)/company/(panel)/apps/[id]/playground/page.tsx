import { Eye } from 'lucide-react'
import type { Metadata } from 'next'
import Link from 'next/link'
import { notFound } from 'next/navigation'
import { getTranslations } from 'next-intl/server'
import { Button, buttonClass } from '#components/ui/button'
import { Notice } from '#components/ui/notice'
import { Done, Panel } from '#components/ui/panel'
import { playgroundCallback } from '#lib/apps/playground-callback'
import { isPublicClient } from '#lib/apps/schema'
import { readTestSecret } from '#lib/apps/test-secret'
import { may } from '#lib/companies/permissions'
import { ClientTexts } from '../../../../../../_i18n/client-texts'
import { onceTexts } from '../../../_components/once-texts'
import { requireOwnApp } from '../../own-app'
import { addCallbackAction, removeCallbackAction } from './actions'
import { NewRun } from './new-run'
import { TryTest } from './try-test'

type Props = { params: Promise<{ id: string }>; searchParams: Promise<{ done?: string }> }

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { app } = await requireOwnApp((await params).id, '/playground')
  return { title: `${(await getTranslations('appTabs'))('playground')} · ${app.name}` }
}

/** A trial log-in with this app, step by step, in the browser of whoever builds it. */
export default async function PlaygroundPage({ params, searchParams }: Props) {
  const { session, app } = await requireOwnApp((await params).id, '/playground')
  if (!may(session, 'apps.manage')) notFound()
  const { done } = await searchParams
  const t = await getTranslations('playground')
  const address = playgroundCallback(app.id)
  const isRegistered = app.redirect_uris.includes(address)
  return (
    <div className="grid gap-5">
      {(done === 'added' || done === 'removed') && <Done>{t(`done.${done}`)}</Done>}
      {(done === 'full' || done === 'last') && <Notice look="danger">{t(`done.${done}`)}</Notice>}
      {app.status === 'inactive' && (
        <Panel title={t('offTitle')} lead={t('offBody')}>
          <Link href={`/company/apps/${app.id}`} prefetch={false} className={buttonClass('outline')}>
            {t('toSettings')}
          </Link>
        </Panel>
      )}
      {app.status === 'active' && session.isInTest && <TryTest appId={app.id} companyId={session.companyId} />}
      {app.status === 'active' && (isRegistered || !session.isInTest) && (
        <ClientTexts of={['playground', 'scopes']}>
          <NewRun
            app={{ id: app.id, scopes: app.scopes }}
            addsAddress={!isRegistered}
            asksSecret={!isPublicClient(app.client_type) && (await readTestSecret(session.companyId, app.id)) === null}
            copy={await onceTexts()}
          />
        </ClientTexts>
      )}
      <Panel title={t('addressTitle')} lead={t(isRegistered ? 'addressRegistered' : 'addressMissing')}>
        <form action={isRegistered ? removeCallbackAction : addCallbackAction} method="post" className="grid justify-items-start gap-4">
          <input type="hidden" name="id" value={app.id} />
          <Button type="submit" look="outline">
            {t(isRegistered ? 'remove' : 'add')}
          </Button>
          <code className="block break-all rounded-xl bg-sunken px-4 py-3 text-sm">{address}</code>
        </form>
      </Panel>
      <Panel title={t('seesTitle')} lead={t('lead')}>
        <ul className="grid gap-2">
          {(['you', 'person', 'nobody'] as const).map((line) => (
            <li key={line} className="flex gap-3">
              <Eye size={18} aria-hidden="true" className="mt-1 shrink-0 text-accent" />
              {t(`sees.${line}`)}
            </li>
          ))}
        </ul>
      </Panel>
    </div>
  )
}
