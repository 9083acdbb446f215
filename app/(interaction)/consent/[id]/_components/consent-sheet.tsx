import { getTranslations } from 'next-intl/server'
import { Breakable } from '#components/ui/breakable'
import { Button } from '#components/ui/button'
import { Notice } from '#components/ui/notice'
import type { AccessTime } from '#lib/grants/access-time'
import type { ConsentScreen } from '#lib/oauth/interaction/read-consent-screen'
import { EVIDENCE } from '#lib/scopes/catalog'
import { switchAccountAction } from '../../../login/actions'
import { AppHead } from './app-head'
import { ChooseTime } from './choose-time'
import { EvidenceChoice } from './evidence-choice'
import { ScopeChoice } from './scope-choice'

type Props = {
  id: string
  screen: ConsentScreen
  before: { off: string[]; lasts: AccessTime }
  isAnew: boolean
  isNameRefused: boolean
}

/** What an app asks for, what each part of it would be, and the two answers, which are always in view. */
export async function ConsentSheet({ id, screen, before, isAnew, isNameRefused }: Props) {
  const t = await getTranslations('consent')
  const login = await getTranslations('login')
  const app = screen.app.name
  const { formerApp, formerCompany } = screen.former
  return (
    <>
      {isAnew && (
        <div className="mb-6">
          <Notice>{login('anew')}</Notice>
        </div>
      )}
      <AppHead screen={screen} />
      {screen.hasDoubtfulNames && (
        <div className="mt-4">
          <Notice look="warn">{t('doubtfulNames', { host: screen.returnHost })}</Notice>
        </div>
      )}
      {(formerApp ?? formerCompany) !== null && (
        <div className="mt-4">
          <Notice look="warn">
            {formerApp !== null && <p>{t('formerApp', { name: formerApp })}</p>}
            {formerCompany !== null && <p>{t('formerCompany', { name: formerCompany })}</p>}
          </Notice>
        </div>
      )}

      <div className="mt-5 flex flex-wrap items-center justify-between gap-x-4 rounded-xl bg-sunken px-4 py-1.5 text-sm">
        <Breakable text={t('signedInAs', { email: screen.person.email })} />
        <form action={switchAccountAction} method="post">
          <input type="hidden" name="interaction" value={id} />
          <Button type="submit" look="quiet" className="text-sm">
            {t('switch')}
          </Button>
        </form>
      </div>

      <form action="/oauth2/consent" method="post" className="mt-6 [&_:is(input,summary,button)]:scroll-mb-32">
        {/* Enter in a field presses nothing: yes and no are keys of their own. */}
        <button type="submit" disabled hidden aria-hidden="true" tabIndex={-1} />
        <input type="hidden" name="interaction" value={id} />
        <input type="hidden" name="mark" value={screen.mark} />
        <fieldset>
          <legend className="text-sm font-semibold">{t('legend', { app })}</legend>
          <ul className="mt-2 divide-y divide-line border-y border-line">
            {screen.items.map((item) => (
              <ScopeChoice
                key={item.scope}
                item={{ ...item, isTicked: item.isTicked && !before.off.includes(item.scope) }}
                alias={screen.alias}
                isReturning={screen.isReturning}
                isNameRefused={isNameRefused}
              />
            ))}
            {screen.evidence && <EvidenceChoice item={screen.evidence} isOff={before.off.includes(EVIDENCE)} isReturning={screen.isReturning} />}
          </ul>
        </fieldset>
        <ChooseTime app={app} endsAt={screen.endsAt} chosen={before.lasts} isReturning={screen.isReturning} />
        <div className="sticky bottom-0 z-20 -mx-6 mt-5 border-t border-line bg-surface px-6 pb-[max(0.75rem,env(safe-area-inset-bottom))] pt-3 sm:-mx-10 sm:px-10">
          <div className="grid grid-cols-2 gap-3">
            <Button type="submit" name="decision" value="deny" look="outline">
              {t('deny')}
            </Button>
            <Button type="submit" name="decision" value="allow">
              {t('allow')}
            </Button>
          </div>
          <p className="mt-2 text-center wrap-anywhere text-xs text-soft">{t('returnTo', { host: screen.returnHost })}</p>
        </div>
      </form>
    </>
  )
}
