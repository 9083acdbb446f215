'use client'

import { useTranslations } from 'next-intl'
import { useActionState } from 'react'
import { Button } from '#components/ui/button'
import type { CopyTexts } from '#components/ui/copy-button'
import { Field } from '#components/ui/field'
import { Panel } from '#components/ui/panel'
import { Select } from '#components/ui/select'
import { isAlwaysGranted, type ScopeName } from '#lib/scopes/catalog'
import { startRunAction } from './actions'
import { AuthorizeStep } from './authorize-step'

type Props = { app: { id: string; scopes: string[] }; addsAddress: boolean; asksSecret: boolean; copy: CopyTexts }

/**
 * What to ask for; then the request that will be made, before it is made.
 * @param addsAddress the app has no address here to come back to yet, and gets it with the request
 */
export function NewRun({ app, addsAddress, asksSecret, copy }: Props) {
  const t = useTranslations('playground')
  const words = useTranslations('scopes')
  const [state, send, isPending] = useActionState(startRunAction, null)
  if (state && 'started' in state) return <AuthorizeStep {...state.started} copy={copy} isNext />
  return (
    <Panel title={t('runTitle')} lead={t('runLead')}>
      <form action={send} method="post" className="grid gap-6">
        <input type="hidden" name="id" value={app.id} />
        <fieldset>
          <legend className="text-sm font-semibold">{t('scopes')}</legend>
          <div className="mt-1 grid sm:grid-cols-2">
            {app.scopes.map((scope) => (
              <label key={scope} className="flex min-h-11 items-center gap-3">
                <input
                  type="checkbox"
                  name="scope"
                  value={scope}
                  defaultChecked
                  disabled={isAlwaysGranted(scope)}
                  className="size-5 shrink-0 accent-accent"
                />
                <span>
                  {words(`${scope as ScopeName}.title`)} <code className="text-sm text-soft">{scope}</code>
                </span>
              </label>
            ))}
          </div>
        </fieldset>
        <Select
          label={t('prompt')}
          name="prompt"
          options={[
            ['', t('prompts.none')],
            ['consent', t('prompts.consent')],
            ['login', t('prompts.login')],
          ]}
        />
        {asksSecret && (
          <Field
            label={t('secret')}
            name="client_secret"
            type="password"
            autoComplete="off"
            hint={t('secretHint')}
            error={state ? t('badSecret') : undefined}
            maxLength={100}
            required
          />
        )}
        {addsAddress && <p className="text-sm text-soft">{t('addsAddress')}</p>}
        <Button type="submit" disabled={isPending} className="ends-sheet justify-self-start">
          {t('prepare')}
        </Button>
      </form>
    </Panel>
  )
}
