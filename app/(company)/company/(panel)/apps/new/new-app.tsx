'use client'

import { useTranslations } from 'next-intl'
import { useActionState } from 'react'
import type { ShownOnceTexts } from '#components/ui/shown-once'
import type { AppDraft } from '../_components/app-draft'
import { AppForm } from '../_components/app-form'
import type { PreviewFrame } from '../_components/consent-preview'
import type { CatalogScope } from '../_components/scope-choices'
import { createAppAction } from '../actions'
import { AppCreated } from './app-created'

const EMPTY: AppDraft = { name: '', clientType: 'confidential', redirectUris: '', scopes: [] }

export function NewApp({ catalog, frame, once }: { catalog: CatalogScope[]; frame: PreviewFrame; once: ShownOnceTexts }) {
  const t = useTranslations('appForm')
  const [state, send, isPending] = useActionState(createAppAction, null)
  if (state && 'created' in state) return <AppCreated app={state.created} once={once} />
  return (
    <>
      <h1>{t('title')}</h1>
      <p className="mb-8 mt-3 text-soft">{t('lead')}</p>
      <AppForm
        key={state?.attempt}
        isNew
        send={send}
        isPending={isPending}
        submit={t('create')}
        draft={state?.draft ?? EMPTY}
        faults={state?.faults ?? {}}
        catalog={catalog}
        frame={frame}
      />
    </>
  )
}
