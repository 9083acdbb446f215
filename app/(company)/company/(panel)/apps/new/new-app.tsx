'use client'

import { useTranslations } from 'next-intl'
import { useActionState } from 'react'
import type { ShownOnceTexts } from '#components/ui/shown-once'
import { EMPTY_DRAFT } from '../_components/app-draft'
import { AppForm, type FormFrame } from '../_components/app-form'
import { createAppAction } from '../actions'
import { AppCreated } from './app-created'

export function NewApp({ once, ...frame }: FormFrame & { once: ShownOnceTexts }) {
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
        draft={state?.draft ?? EMPTY_DRAFT}
        faults={state?.faults ?? {}}
        proof={state?.proof}
        {...frame}
      />
    </>
  )
}
