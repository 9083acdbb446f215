import { getTranslations } from 'next-intl/server'
import { Breakable } from '#components/ui/breakable'
import { Button } from '#components/ui/button'
import { ButtonForm } from '#components/ui/button-form'
import { drawnFor } from '#lib/oauth/interaction/interaction-form'
import type { BrowserAccount } from '#lib/session/browser-accounts'
import { type Destination, destinationFields } from '#lib/session/destination'
import { addAccountAction, chooseAccountAction, logOutOfAction, logOutOfAllAction } from '../actions'

/** Who is logged in in this browser. Each can go on, and be logged out by itself. */
export async function ChooseAccount({ accounts, to }: { accounts: BrowserAccount[]; to: Destination }) {
  const t = await getTranslations('chooser')
  const login = await getTranslations('login')
  const hidden = destinationFields(to)
  const rows = accounts.map((account) => ({ ...account, mark: drawnFor('choose_account', to.interactionId ?? '', account.hash) }))
  return (
    <div className="grid gap-3">
      {rows.length > 1 && <p className="text-sm text-soft">{t('lead')}</p>}
      <ul className="grid gap-2">
        {rows.map(({ mark, email, isCurrent }) => (
          <li key={mark} className="grid grid-cols-[1fr_auto] items-center gap-x-2">
            <ButtonForm
              action={chooseAccountAction}
              hidden={{ ...hidden, mark }}
              look="outline"
              className="w-full justify-start gap-3 px-3 text-left"
              label={login('continueAs', { email })}
            >
              <span
                aria-hidden="true"
                className="grid size-8 shrink-0 place-items-center rounded-full bg-accent-wash font-display text-accent uppercase"
              >
                {[...email][0]}
              </span>
              <span className="min-w-0">
                <span className="block leading-snug">
                  <Breakable text={email} />
                </span>
                {isCurrent && rows.length > 1 && <span className="block text-sm font-normal text-soft">{t('current')}</span>}
              </span>
            </ButtonForm>
            <ButtonForm action={logOutOfAction} hidden={{ ...hidden, mark }} look="quiet" className="px-1 text-sm" label={t('logOutOf', { email })}>
              {t('logOut')}
            </ButtonForm>
          </li>
        ))}
      </ul>
      <ButtonForm action={addAccountAction} hidden={hidden} look="outline" className="w-full">
        {t('add')}
      </ButtonForm>
      {rows.length > 1 && (
        <form action={logOutOfAllAction} method="post">
          <Button type="submit" look="quiet" className="text-sm">
            {t('logOutAll')}
          </Button>
        </form>
      )}
    </div>
  )
}
