import type { Metadata } from 'next'
import Link from 'next/link'
import { getTranslations } from 'next-intl/server'
import type { ReactNode } from 'react'
import { ActionForm } from '#components/ui/action-form'
import { emailField } from '#components/ui/email-field'
import { passwordField } from '#components/ui/password-field'
import { OutboxLink } from '../../../../_components/outbox-link'
import { registerAction } from '../actions'

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('companyEntry'))('registerTitle') }
}

const wayTo = (href: string) =>
  function Way(text: ReactNode) {
    return (
      <Link href={href} prefetch={false} className="text-accent underline underline-offset-4">
        {text}
      </Link>
    )
  }

export default async function RegisterPage({ searchParams }: { searchParams: Promise<{ sent?: string }> }) {
  const t = await getTranslations('companyEntry')
  if ((await searchParams).sent) {
    return (
      <>
        <div role="status">
          <h1>{t('sentTitle')}</h1>
          <p className="mt-3 text-soft">{t('sentBody')}</p>
        </div>
        <p className="mt-5 text-sm text-soft">{t.rich('sentNothing', { again: wayTo('/company/login'), anew: wayTo('/company/register') })}</p>
        <OutboxLink />
      </>
    )
  }
  return (
    <>
      <h1>{t('registerTitle')}</h1>
      <p className="mb-6 mt-2 text-soft">{t('registerLead')}</p>
      <ActionForm
        action={registerAction}
        submit={t('create')}
        fields={[
          { name: 'company', label: t('company'), autoComplete: 'organization', maxLength: 100, required: true, autoFocus: true },
          { name: 'name', label: t('name'), autoComplete: 'name', maxLength: 100, required: true },
          emailField({ label: t('email') }),
          passwordField('new', { label: t('password'), hint: t('passwordHint') }),
        ]}
      />
      <p className="mt-6 text-sm text-soft">
        {t('haveAccount')}{' '}
        <Link href="/company/login" prefetch={false} className="inline-flex min-h-11 items-center text-accent underline">
          {t('logIn')}
        </Link>
      </p>
    </>
  )
}
