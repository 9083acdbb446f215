import Link from 'next/link'
import { getTranslations } from 'next-intl/server'
import { buttonClass } from '#components/ui/button'

/** Says that mail waits to be looked at. */
export async function HeldNotice({ count }: { count: number }) {
  const t = await getTranslations('heldMail')
  return (
    <section className="mb-6 rounded-card border border-line bg-surface p-5 sm:p-6" aria-labelledby="held-mail">
      <h2 id="held-mail">{t('notice', { count })}</h2>
      <p className="mt-2 text-soft">{t('noticeBody')}</p>
      <Link href="/account/aliases/held" prefetch={false} className={buttonClass('outline', 'mt-4')}>
        {t('look')}
      </Link>
    </section>
  )
}
