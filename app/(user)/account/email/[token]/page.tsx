import type { Metadata } from 'next'
import Link from 'next/link'
import { getTranslations } from 'next-intl/server'
import { ActionForm } from '#components/ui/action-form'
import { buttonClass } from '#components/ui/button'
import { requireProvenUser } from '#lib/session/user-session'
import { readEmailChange } from '#lib/users/account/change-email'
import { changeEmailAction } from '../actions'

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('changeEmail'))('title') }
}

/** Opening the link changes nothing, because mail scanners open links too; the button does, for its owner only. */
export default async function ChangeEmailPage({ params }: { params: Promise<{ token: string }> }) {
  const { token } = await params
  const session = await requireProvenUser(`/account/email/${encodeURIComponent(token)}`)
  const t = await getTranslations('changeEmail')
  const email = await readEmailChange(session.userId, token)
  return (
    <>
      <h1>{t('title')}</h1>
      <p className="mb-6 mt-3 break-words text-soft">{email === null ? t('expired') : t('confirmLead', { email })}</p>
      {email === null && (
        <Link href="/account" prefetch={false} className={buttonClass('outline')}>
          {(await getTranslations('verification'))('toAccountFace')}
        </Link>
      )}
      {email !== null && <ActionForm action={changeEmailAction} submit={t('confirm')} hidden={{ token }} />}
    </>
  )
}
