import { getTranslations } from 'next-intl/server'
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
          <li key={mark} className="flex flex-wrap items-center justify-between gap-x-3 rounded-xl border border-line px-2 py-1">
            <div className="min-w-0 flex-1 basis-56">
              <ButtonForm
                action={chooseAccountAction}
                hidden={{ ...hidden, mark }}
                look="quiet"
                className="w-full justify-start px-2 text-left break-all"
              >
                {login('continueAs', { email })}
              </ButtonForm>
              {isCurrent && rows.length > 1 && <p className="-mt-1.5 px-2 pb-1 text-sm text-soft">{t('current')}</p>}
            </div>
            <ButtonForm action={logOutOfAction} hidden={{ ...hidden, mark }} look="quiet" className="px-2 text-sm">
              {t('logOut')}
              <span className="sr-only"> {email}</span>
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
