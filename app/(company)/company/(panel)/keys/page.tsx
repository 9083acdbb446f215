import type { Metadata } from 'next'
import { getTranslations } from 'next-intl/server'
import { Done, Panel } from '#components/ui/panel'
import { KEY_DAYS } from '#lib/companies/keys/key-days'
import { listApiKeys } from '#lib/companies/list-api-keys'
import { may } from '#lib/companies/permissions'
import { readFirstSteps } from '#lib/companies/read-first-steps'
import { requireStaff } from '#lib/session/staff-session'
import { FORM_FIELDS } from '../_components/form-fields'
import { KeptForm } from '../_components/kept-form'
import { onceTexts } from '../_components/once-texts'
import { KeyCard } from './key-card'
import { NewKey } from './new-key'
import { termsTexts } from './terms-texts'

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('keys'))('title') }
}

export default async function KeysPage({ searchParams }: { searchParams: Promise<{ done?: string; confirm?: string; edit?: string }> }) {
  const session = await requireStaff('/company/keys')
  const { done, confirm, edit } = await searchParams
  const t = await getTranslations('keys')
  const keys = await listApiKeys(session.companyId, session.homeId)
  const canManage = may(session, 'keys.manage')
  const once = await onceTexts()
  const leadsToFirstApp = may(session, 'apps.manage') && !(await readFirstSteps(session.companyId)).app
  return (
    <>
      <h1>{t('title')}</h1>
      <p className="mb-6 mt-3 text-soft">{t('lead')}</p>
      {done && <Done>{t(done === 'changed' ? 'changed' : 'done')}</Done>}
      {canManage && !edit && (
        <Panel title={t('new')}>
          <NewKey
            texts={{ name: t('name'), hint: t('nameHint'), days: t('days'), create: t('create'), newKey: t('newKey'), done: once.close }}
            terms={await termsTexts()}
            once={leadsToFirstApp ? { ...once, close: t('toFirstApp') } : once}
            firstName={keys.length === 0 ? t('firstName') : undefined}
            leadsToFirstApp={leadsToFirstApp}
            kept={<KeptForm staff={session} path="/company/keys" fields={FORM_FIELDS.key} />}
            days={[['', t('noEnd')], ...KEY_DAYS.map((count) => [String(count), t('forDays', { count })] as const)]}
          />
        </Panel>
      )}
      {!canManage && <p className="rounded-xl bg-sunken px-4 py-3 text-sm">{t('notYours')}</p>}
      {keys.length === 0 && <p className="mt-8 text-soft">{canManage ? t('emptyBody') : t('emptyTitle')}</p>}
      <ul className="mt-6 grid gap-4">
        {keys.map((key) => (
          <KeyCard
            key={key.id}
            apiKey={key}
            prefix={session.isInTest ? 'sgk_test' : 'sgk'}
            staff={session}
            canManage={canManage}
            asked={confirm === key.id ? 'invalidate' : edit === key.id ? 'change' : null}
          />
        ))}
      </ul>
    </>
  )
}
