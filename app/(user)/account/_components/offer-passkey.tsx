import { KeyRound } from 'lucide-react'
import { getTranslations } from 'next-intl/server'
import { Button } from '#components/ui/button'
import { isProven } from '#lib/session/proven'
import { readUserSession } from '#lib/session/user-session'
import { isPasskeyOffered } from '#lib/users/account/offer-passkey'
import { AddPasskey } from '../../../_components/security/add-passkey'
import { addPasskeyAction, declinePasskeyAction, passkeyCreationOptionsAction } from '../security/actions'

/** On the page after a log-in with a password, until it was taken or refused. It needs a script, and without one is not there. */
export async function OfferPasskey() {
  const session = await readUserSession()
  if (!session || !isProven(session) || !(await isPasskeyOffered(session))) return null
  const t = await getTranslations('passkeyOffer')
  const security = await getTranslations('security')
  return (
    <aside aria-label={t('title')} className="mb-8 rounded-card border border-line bg-accent-wash p-5 noscript:hidden print:hidden sm:p-6">
      <p className="flex items-center gap-2.5 font-semibold">
        <KeyRound size={18} aria-hidden="true" className="shrink-0 text-accent" />
        {t('title')}
      </p>
      <p className="mb-4 mt-1.5 text-sm text-soft">{t('body')}</p>
      <div className="flex flex-wrap items-start gap-x-5 gap-y-2">
        <AddPasskey
          texts={{ add: t('add'), failed: security('passkeyFailed'), unsupported: security('passkeyUnsupported') }}
          passkeyOptions={passkeyCreationOptionsAction}
          addPasskey={addPasskeyAction}
        />
        <form action={declinePasskeyAction} method="post">
          <Button type="submit" look="quiet">
            {t('no')}
          </Button>
        </form>
      </div>
    </aside>
  )
}
