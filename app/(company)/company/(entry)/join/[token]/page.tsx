import type { Metadata } from 'next'
import Link from 'next/link'
import { getTranslations } from 'next-intl/server'
import { ActionForm } from '#components/ui/action-form'
import { buttonClass } from '#components/ui/button'
import { Notice } from '#components/ui/notice'
import { passwordField } from '#components/ui/password-field'
import { readInvite } from '#lib/companies/members/accept-invite'
import { answerAsMissing } from '#lib/core/page-status'
import { joinAction } from './actions'

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('companyEntry.join'))('pageTitle') }
}

export default async function JoinPage({ params }: { params: Promise<{ token: string }> }) {
  const { token } = await params
  const t = await getTranslations('companyEntry')
  const roles = await getTranslations('companyPanel.role')
  const invite = await readInvite(token)
  if (!invite) {
    answerAsMissing()
    return (
      <>
        <h1>{t('join.deadTitle')}</h1>
        <p className="mb-6 mt-3 text-soft">{t('join.dead')}</p>
        <Link href="/company/login" prefetch={false} className={buttonClass('outline')}>
          {t('logIn')}
        </Link>
      </>
    )
  }
  return (
    <>
      <h1 className="break-words">{t('join.title', { company: invite.companyName })}</h1>
      <p className="mb-6 mt-3 break-words text-soft">{t('join.lead', { who: invite.invitedBy, role: roles(invite.role), email: invite.email })}</p>
      {invite.hasAccount ? (
        <div className="grid gap-5">
          <Notice look="warn">{t('join.hasAccount', { email: invite.email })}</Notice>
          <Link href="/company/members" prefetch={false} className={buttonClass('outline')}>
            {t('join.toAccount')}
          </Link>
        </div>
      ) : (
        <ActionForm
          action={joinAction}
          submit={t('join.submit')}
          hidden={{ token, username: invite.email }}
          fields={[
            { name: 'name', label: t('name'), autoComplete: 'name', maxLength: 100, required: true },
            passwordField('new', { label: t('password'), hint: t('passwordHint') }),
          ]}
        />
      )}
    </>
  )
}
