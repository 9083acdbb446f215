'use client'

import { useTranslations } from 'next-intl'
import { useActionState } from 'react'
import type { AppDraft } from '../_components/app-draft'
import { AppForm } from '../_components/app-form'
import type { PreviewFrame } from '../_components/consent-preview'
import type { CatalogScope } from '../_components/scope-choices'
import { saveAppAction } from '../actions'

export function SaveApp({ id, draft, catalog, frame }: { id: string; draft: AppDraft; catalog: CatalogScope[]; frame: PreviewFrame }) {
  const t = useTranslations('appSettings')
  const [state, send, isPending] = useActionState(saveAppAction, null)
  return (
    <AppForm
      key={state?.attempt}
      send={send}
      isPending={isPending}
      submit={t('save')}
      draft={state?.draft ?? draft}
      faults={state?.faults ?? {}}
      catalog={catalog}
      frame={frame}
    >
      <input type="hidden" name="id" value={id} />
    </AppForm>
  )
}
