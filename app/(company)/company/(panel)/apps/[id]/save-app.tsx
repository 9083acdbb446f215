'use client'

import { useTranslations } from 'next-intl'
import { useActionState } from 'react'
import type { AppDraft } from '../_components/app-draft'
import { AppForm, type FormFrame } from '../_components/app-form'
import { saveAppAction } from '../actions'

export function SaveApp({ id, draft, ...frame }: FormFrame & { id: string; draft: AppDraft; isReadOnly: boolean }) {
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
      proof={state?.proof}
      {...frame}
    >
      <input type="hidden" name="id" value={id} />
    </AppForm>
  )
}
