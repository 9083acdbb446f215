import { KeyRound } from 'lucide-react'
import { getTranslations } from 'next-intl/server'
import { Button } from '#components/ui/button'
import type { Security } from '#lib/accounts/read-security'
import type { Times } from '#lib/i18n/times'
import { AddPasskey, type MakePasskey } from './add-passkey'

export type PasskeyActions = MakePasskey & { removePasskey: (form: FormData) => Promise<never> }

export async function Passkeys({
  passkeys,
  times,
  removePasskey,
  passkeyOptions,
  addPasskey,
}: PasskeyActions & { passkeys: Security['passkeys']; times: Times }) {
  const t = await getTranslations('security')
  return (
    <>
      {passkeys.length > 0 && (
        <ul className="mb-5 divide-y divide-line border-y border-line">
          {passkeys.map((passkey) => (
            <li key={passkey.credentialId} className="flex flex-wrap items-center justify-between gap-x-4 py-2">
              <span className="flex items-center gap-3">
                <KeyRound size={18} aria-hidden="true" className="shrink-0 text-accent" />
                <span>
                  <span className="font-medium">{passkey.device ?? t('unknownDevice')}</span>
                  <span className="block text-sm text-soft">
                    {t('passkeySince', { date: times.day(passkey.createdAt) })}
                    {passkey.lastUsedAt && ` · ${t('passkeyUsed', { date: times.day(passkey.lastUsedAt) })}`}
                  </span>
                </span>
              </span>
              <form action={removePasskey} method="post">
                <Button type="submit" name="credential_id" value={passkey.credentialId} look="quiet" className="text-sm">
                  {t('passkeyRemove')}
                </Button>
              </form>
            </li>
          ))}
        </ul>
      )}
      <AddPasskey
        texts={{ add: t('passkeyAdd'), failed: t('passkeyFailed'), unsupported: t('passkeyUnsupported') }}
        passkeyOptions={passkeyOptions}
        addPasskey={addPasskey}
      />
    </>
  )
}
