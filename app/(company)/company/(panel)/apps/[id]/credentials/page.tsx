import type { Metadata } from 'next'
import { getTranslations } from 'next-intl/server'
import { Button } from '#components/ui/button'
import { CopyField } from '#components/ui/copy-field'
import { Done, Panel } from '#components/ui/panel'
import { Select } from '#components/ui/select'
import { ID_TOKEN_ALGS, readIdTokenAlg } from '#lib/apps/choose-id-token-alg'
import { isPublicClient } from '#lib/apps/schema'
import { readTestSecret } from '#lib/apps/test-secret'
import { may } from '#lib/companies/permissions'
import { env } from '#lib/core/env'
import { actorOf } from '#lib/session/staff-session'
import { onceTexts } from '../../../_components/once-texts'
import { setIdTokenAlgAction } from '../../actions'
import { requireOwnApp } from '../../own-app'
import { RotateSecret } from './rotate-secret'

type Props = { params: Promise<{ id: string }>; searchParams: Promise<{ confirm?: string; done?: string }> }

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { app } = await requireOwnApp((await params).id, '/credentials')
  return { title: `${(await getTranslations('appTabs'))('credentials')} · ${app.name}` }
}

export default async function CredentialsPage({ params, searchParams }: Props) {
  const { session, app } = await requireOwnApp((await params).id, '/credentials')
  const { confirm, done } = await searchParams
  const t = await getTranslations('credentials')
  const once = await onceTexts()
  const isPublic = isPublicClient(app.client_type)
  const testSecret = may(session, 'apps.manage') ? await readTestSecret(session.companyId, app.id) : null
  const canRotate = may(session, 'secrets.manage')
  const canManage = may(session, 'apps.manage')
  const alg = (await readIdTokenAlg(actorOf(session), app.id)) ?? undefined
  return (
    <div className="grid gap-5">
      {done === 'rotated' && <Done>{t('rotated')}</Done>}
      {done === 'alg' && <Done>{t('algSaved')}</Done>}
      <Panel title={t('identity')} lead={t('identityLead')}>
        <div className="grid gap-4">
          <CopyField label={t('clientId')} value={app.client_id} texts={once} />
          <CopyField label={t('issuer')} value={env().BASE_URL} texts={once} />
          <CopyField label={t('discovery')} value={`${env().BASE_URL}/.well-known/openid-configuration`} texts={once} />
        </div>
      </Panel>
      <Panel title={t('secret')} lead={t(isPublic ? 'publicLead' : testSecret ? 'testSecretLead' : 'secretLead')}>
        {testSecret && (
          <div className="mb-5">
            <CopyField label={t('testSecret')} value={testSecret} texts={once} />
          </div>
        )}
        {!isPublic && !canRotate && <p className="rounded-xl bg-sunken px-4 py-3 text-sm">{t('notYours')}</p>}
        {!isPublic && canRotate && (
          <RotateSecret
            id={app.id}
            isConfirming={confirm === 'rotate'}
            once={once}
            texts={{
              rotate: t('rotate'),
              title: t('rotateTitle', { app: app.name }),
              body: t('rotateBody'),
              keep: t('keep'),
              rotated: t('rotated'),
              secret: t('newSecret'),
            }}
          />
        )}
      </Panel>
      <Panel title={t('alg')} lead={t('algLead')}>
        {!canManage && alg && <p>{t(`algs.${alg}`)}</p>}
        {canManage && (
          <form action={setIdTokenAlgAction} method="post" className="grid max-w-sm gap-4">
            <input type="hidden" name="id" value={app.id} />
            <Select label={t('algLabel')} name="alg" defaultValue={alg} options={ID_TOKEN_ALGS.map((alg) => [alg, t(`algs.${alg}`)])} />
            <Button type="submit" look="outline">
              {t('algSave')}
            </Button>
          </form>
        )}
      </Panel>
    </div>
  )
}
