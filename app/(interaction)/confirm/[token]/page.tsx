import type { Metadata } from 'next'
import { getTranslations } from 'next-intl/server'
import { ActionForm } from '#components/ui/action-form'
import { Button } from '#components/ui/button'
import { readAllWaiting } from '#lib/session/waiting'
import { readConfirmation } from '#lib/users/confirm-email'
import { readConfirmationElsewhere } from '#lib/users/mail-code/confirm-elsewhere'
import { DeadLink } from '../../_components/dead-link'
import { confirmAction, confirmElsewhereAction } from './actions'

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('confirm'))('title') }
}

/** Opening the link changes nothing, because mail scanners open links too; the button does. */
export default async function ConfirmPage({ params }: { params: Promise<{ token: string }> }) {
  const { token } = await params
  const t = await getTranslations('confirm')
  const login = await getTranslations('login')
  const found = await readConfirmation(
    token,
    (await readAllWaiting()).map(({ secret }) => secret),
  )
  if (found?.askedWith) {
    return (
      <>
        <h1>{t('title')}</h1>
        <p className="mb-6 mt-3 text-soft">{t('lead')}</p>
        <ActionForm action={confirmAction} submit={t('submit')} hidden={{ token }} />
      </>
    )
  }
  const elsewhere = found && (await readConfirmationElsewhere(token))
  return elsewhere ? <Elsewhere token={token} numbers={elsewhere.numbers} /> : <DeadLink to="/register" action={login('register')} />
}

async function Elsewhere({ token, numbers }: { token: string; numbers: number[] }) {
  const t = await getTranslations('elsewhere')
  return (
    <form action={confirmElsewhereAction} method="post">
      <h1>{t('title')}</h1>
      <p className="mb-6 mt-3 text-soft">{t('lead')}</p>
      <input type="hidden" name="token" value={token} />
      <div className="grid grid-cols-3 gap-3">
        {numbers.map((number) => (
          <Button key={number} type="submit" name="number" value={number} look="outline" className="font-display text-2xl tabular-nums">
            {number}
          </Button>
        ))}
      </div>
      <Button type="submit" name="number" value="0" look="quiet" className="mt-5">
        {t('none')}
      </Button>
    </form>
  )
}
