import { ChevronDown } from 'lucide-react'
import { getTranslations } from 'next-intl/server'
import { Button } from '#components/ui/button'
import { OTHER_MAIL } from '#lib/relay/deliver/judge-sender'
import { chooseOtherMailAction } from '../actions'

type Props = { alias: { appId: string; appName: string; otherMail: string | null; marksText: boolean; hasMailDomains: boolean } }

/** What becomes of mail to an alias that is not from the app's own domains. */
export async function OtherMailChoice({ alias: { appId, appName, otherMail, marksText, hasMailDomains } }: Props) {
  const t = await getTranslations('otherMail')
  const usual = t(`choices.${hasMailDomains ? 'hold' : 'mark'}.title`)
  const choices = [
    { value: '', title: t('usual', { choice: usual }), body: t(hasMailDomains ? 'usualNamed' : 'usualNotNamed', { app: appName }) },
    ...OTHER_MAIL.map((value) => ({ value, title: t(`choices.${value}.title`), body: t(`choices.${value}.body`) })),
  ]
  return (
    <details className="group mt-4 rounded-xl bg-sunken px-4">
      <summary className="flex min-h-11 cursor-pointer list-none items-center justify-between gap-3 rounded-lg py-2 text-sm font-semibold [&::-webkit-details-marker]:hidden">
        {t('title', { app: appName })}
        <ChevronDown size={18} aria-hidden="true" className="shrink-0 transition-transform group-open:rotate-180" />
      </summary>
      <form action={chooseOtherMailAction} method="post" className="grid justify-items-start gap-3 pb-4 text-sm">
        <input type="hidden" name="app_id" value={appId} />
        <fieldset className="grid gap-1">
          <legend className="mb-1 text-soft">{t('lead', { app: appName })}</legend>
          {choices.map(({ value, title, body }) => (
            <label key={value} className="flex min-h-11 cursor-pointer items-start gap-3 py-1.5">
              <input
                type="radio"
                name="other_mail"
                value={value}
                defaultChecked={(otherMail ?? '') === value}
                className="mt-0.5 size-5 shrink-0 accent-accent"
              />
              <span>
                <span className="block font-medium">{title}</span>
                <span className="text-soft">{body}</span>
              </span>
            </label>
          ))}
        </fieldset>
        <label className="flex min-h-11 w-full cursor-pointer items-start gap-3 border-t border-line pt-3">
          <input type="checkbox" name="marks_text" defaultChecked={marksText} className="mt-0.5 size-5 shrink-0 accent-accent" />
          <span>
            <span className="block font-medium">{t('marksText')}</span>
            <span className="text-soft">{t('marksTextBody')}</span>
          </span>
        </label>
        <Button type="submit" look="outline" className="text-sm" aria-label={t('saveFor', { app: appName })}>
          {t('save')}
        </Button>
      </form>
    </details>
  )
}
