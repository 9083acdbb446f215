import { getTranslations } from 'next-intl/server'
import { Button } from '#components/ui/button'
import { env } from '#lib/core/env'
import { personTimes } from '../../../../_i18n/times'
import { resumeForwardingAction } from '../actions'

/** Why nothing is forwarded from one alias, and the way on. */
export async function AliasPaused({ alias, since }: { alias: { appId: string; appName: string }; since: Date }) {
  const t = await getTranslations('aliases')
  const times = await personTimes()
  return (
    <section className="mt-4 rounded-xl bg-warn-wash p-4 sm:p-5">
      <h3 className="font-semibold">{t('pausedTitle')}</h3>
      <p className="mt-1 text-sm">{t('pausedBody', { date: times.longDay(since), domain: env().ALIAS_DOMAIN })}</p>
      <form action={resumeForwardingAction} method="post" className="mt-3">
        <input type="hidden" name="app_id" value={alias.appId} />
        <Button type="submit" look="outline" aria-label={t('resumeFor', { app: alias.appName })}>
          {t('resume')}
        </Button>
      </form>
    </section>
  )
}
