import { getTranslations } from 'next-intl/server'
import { ActionForm } from '#components/ui/action-form'
import { Button } from '#components/ui/button'
import { Panel } from '#components/ui/panel'
import { proofRecord } from '#lib/apps/mail-domains'
import { addMailDomainAction, removeMailDomainAction } from '../mail-domain-actions'

/** The domains an app writes from, and how one more is proved. */
export async function MailDomains({ app, canManage }: { app: { id: string; mail_domains: string[] }; canManage: boolean }) {
  const t = await getTranslations('mailDomains')
  const { value } = proofRecord(app.id, '')
  return (
    <div className="mt-10">
      <Panel id="mail-domains" title={t('title')} lead={t('lead')}>
        {app.mail_domains.length === 0 ? (
          <p>{t('none')}</p>
        ) : (
          <ul className="divide-y divide-line border-y border-line">
            {app.mail_domains.map((domain) => (
              <li key={domain} className="flex flex-wrap items-center justify-between gap-x-4 py-1.5">
                <span className="font-medium wrap-anywhere">{domain}</span>
                {canManage && (
                  <form action={removeMailDomainAction} method="post">
                    <input type="hidden" name="id" value={app.id} />
                    <Button type="submit" name="domain" value={domain} look="quiet" className="text-sm" aria-label={t('removeFor', { domain })}>
                      {t('remove')}
                    </Button>
                  </form>
                )}
              </li>
            ))}
          </ul>
        )}
        <p className="mt-5 text-sm text-soft">{t('record')}</p>
        <p className="mt-1.5 mb-5 rounded-xl bg-sunken px-4 py-3 text-sm break-all">
          <code>
            {t('recordFor')} TXT {value}
          </code>
        </p>
        {canManage && (
          <ActionForm
            action={addMailDomainAction}
            submit={t('add')}
            look="outline"
            hidden={{ id: app.id }}
            fields={[{ label: t('domain'), name: 'domain', hint: t('domainHint'), autoComplete: 'off', required: true, maxLength: 253 }]}
          />
        )}
      </Panel>
    </div>
  )
}
