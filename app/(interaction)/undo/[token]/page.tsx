import type { Metadata } from 'next'
import { getTranslations } from 'next-intl/server'
import { ActionForm } from '#components/ui/action-form'
import { readUndo } from '#lib/users/account/undo-email-change'
import { DeadLink } from '../../_components/dead-link'
import { undoAction } from '../actions'

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('undo'))('title') }
}

/** Opening the link changes nothing, because mail scanners open links too; the button does. */
export default async function UndoPage({ params }: { params: Promise<{ token: string }> }) {
  const { token } = await params
  const t = await getTranslations('undo')
  const undo = await readUndo(token)
  if (!undo) return <DeadLink to="/recover" action={t('toRecovery')} />
  return (
    <>
      <h1>{t('title')}</h1>
      <p className="mb-6 mt-3 break-words text-soft">{t('lead', { email: undo.email })}</p>
      <ActionForm action={undoAction} submit={t('submit')} hidden={{ token }} />
    </>
  )
}
