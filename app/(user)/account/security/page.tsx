import type { Metadata } from 'next'
import { getTranslations } from 'next-intl/server'
import { Notice } from '#components/ui/notice'
import { Done } from '#components/ui/panel'
import { readSecurity } from '#lib/accounts/read-security'
import { requireUser } from '#lib/session/user-session'
import { PEOPLE } from '#lib/users/people'
import { WaysIn } from '../../../_components/security/ways-in'
import { personTimes } from '../../../_i18n/times'
import {
  addPasskeyAction,
  beginTotpAction,
  changePasswordAction,
  endOtherSessionsAction,
  endSessionAction,
  passkeyCreationOptionsAction,
  removePasskeyAction,
} from './actions'

const DONE = ['session', 'sessions', 'passkey_added', 'passkey_removed', 'totp_disabled'] as const

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('security'))('title') }
}

export default async function SecurityPage({ searchParams }: { searchParams: Promise<{ done?: string | string[]; refused?: string | string[] }> }) {
  const session = await requireUser('/account/security')
  const { done, refused } = await searchParams
  const t = await getTranslations('security')
  const lastWay = await getTranslations('lastWay')
  const happened = DONE.find((name) => name === done)
  return (
    <>
      <h1>{t('title')}</h1>
      <p className="mb-8 mt-3 text-soft">{t('lead')}</p>
      {happened && <Done>{t(`done.${happened}`)}</Done>}
      {refused === 'last_way' && (
        <div className="mb-6">
          <Notice look="danger">{lastWay('refused')}</Notice>
        </div>
      )}
      <div className="grid gap-5">
        <WaysIn
          times={await personTimes()}
          security={await readSecurity(PEOPLE, session.userId, session.hash)}
          codesPath="/account/security/codes"
          changePassword={changePasswordAction}
          beginTotp={beginTotpAction}
          passkeyOptions={passkeyCreationOptionsAction}
          addPasskey={addPasskeyAction}
          removePasskey={removePasskeyAction}
          endSession={endSessionAction}
          endOtherSessions={endOtherSessionsAction}
        />
      </div>
    </>
  )
}
