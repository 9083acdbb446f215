import { getTranslations } from 'next-intl/server'
import { Notice } from '#components/ui/notice'
import { isMailOff } from '#lib/core/env'

/** Where the operator switched mail off, every page of people and companies says so: nearly all of them lead to a mail. */
export async function MailOff() {
  if (!isMailOff()) return null
  const text = await getTranslations('common')
  return (
    <div className="mb-6">
      <Notice look="warn">{text('mailOff')}</Notice>
    </div>
  )
}
