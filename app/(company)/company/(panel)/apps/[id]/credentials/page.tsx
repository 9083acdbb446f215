import type { Metadata } from 'next'
import { getTranslations } from 'next-intl/server'
import { CopyField } from '#components/ui/copy-field'
import { Panel } from '#components/ui/panel'
import { isPublicClient } from '#lib/apps/schema'
import { env } from '#lib/core/env'
import { onceTexts } from '../../../_components/once-texts'
import { requireOwnApp } from '../../own-app'
import { RotateSecret } from './rotate-secret'

type Props = { params: Promise<{ id: string }>; searchParams: Promise<{ confirm?: string }> }

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { app } = await requireOwnApp((await params).id, '/credentials')
  return { title: `${(await getTranslations('appTabs'))('credentials')} · ${app.name}` }
}

export default async function CredentialsPage({ params, searchParams }: Props) {
  const { app } = await requireOwnApp((await params).id, '/credentials')
  const { confirm } = await searchParams
  const t = await getTranslations('credentials')
  const once = await onceTexts()
  const isPublic = isPublicClient(app.client_type)
  return (
    <div className="grid gap-5">
      <Panel title={t('identity')} lead={t('identityLead')}>
        <div className="grid gap-4">
          <CopyField label={t('clientId')} value={app.client_id} texts={once} />
          <CopyField label={t('issuer')} value={env().BASE_URL} texts={once} />
          <CopyField label={t('discovery')} value={`${env().BASE_URL}/.well-known/openid-configuration`} texts={once} />
        </div>
      </Panel>
      <Panel title={t('secret')} lead={t(isPublic ? 'publicLead' : 'secretLead')}>
        {!isPublic && (
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
    </div>
  )
}
