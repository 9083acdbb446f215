import Link from 'next/link'
import { getTranslations } from 'next-intl/server'
import { Button, buttonClass } from '#components/ui/button'
import { readAccount } from '#lib/users/account/read-account'
import { resumeForwardingAction } from '../actions'

/** Asks a person whose mail keeps coming back whether their address still holds. */
export async function MailboxInDoubt({ userId }: { userId: string }) {
  const t = await getTranslations('aliases')
  const { email } = await readAccount(userId)
  return (
    <section className="mb-6 rounded-card bg-warn-wash p-5 sm:p-6" aria-labelledby="mailbox-in-doubt">
      <h2 id="mailbox-in-doubt">{t('inDoubtTitle')}</h2>
      <p className="mt-2 break-words">{t('inDoubtBody', { email })}</p>
      <form action={resumeForwardingAction} method="post" className="mt-4 flex flex-wrap gap-3">
        <Button type="submit">{t('inDoubtConfirm')}</Button>
        <Link href="/account#email" className={buttonClass('outline')}>
          {t('inDoubtChange')}
        </Link>
      </form>
    </section>
  )
}
