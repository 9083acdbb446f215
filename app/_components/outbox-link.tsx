import { getTranslations } from 'next-intl/server'
import { buttonClass } from '#components/ui/button'
import { env } from '#lib/core/env'

/** Where a mail that was just sent can be read on a developer's machine, beside the page that waits for it. Nothing anywhere else. */
export async function OutboxLink() {
  if (!env().EMBEDDED) return null
  return (
    <a href="/dev/outbox" target="_blank" rel="noreferrer" className={buttonClass('quiet')}>
      {(await getTranslations('login'))('outbox')}
    </a>
  )
}
