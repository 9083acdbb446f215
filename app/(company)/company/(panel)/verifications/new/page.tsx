import type { Metadata } from 'next'
import Link from 'next/link'
import { getTranslations } from 'next-intl/server'
import { Button, buttonClass } from '#components/ui/button'
import { Empty } from '#components/ui/empty'
import { Field } from '#components/ui/field'
import { GuardUnsaved } from '#components/ui/leave-guard'
import { Panel } from '#components/ui/panel'
import { Select } from '#components/ui/select'
import { asFind, type Choices } from '#lib/apps/read-choices'
import { LANGUAGE_NAMES } from '#lib/i18n/locales'
import { requirePermission } from '#lib/session/staff-session'
import { ASSURANCES } from '#lib/users/assurance'
import { readActiveApps } from '#lib/verifications/interface/read-verification-page'
import { FIELD_NAMES } from '#lib/verifications/schema'
import { FindApp } from '../../_components/app-choice'
import { FORM_FIELDS } from '../../_components/form-fields'
import { KeptForm } from '../../_components/kept-form'
import { onceTexts } from '../../_components/once-texts'
import { NewLink } from '../_components/new-link'
import { startAction } from '../actions'

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('companyVerifications'))('start') }
}

const LIFETIMES = [3600, 86_400, 604_800] as const

export default async function NewVerificationPage({ searchParams }: { searchParams: Promise<{ find?: string | string[] }> }) {
  const staff = await requirePermission('verifications.manage', '/company/verifications/new')
  const t = await getTranslations('companyVerifications')
  const levels = await getTranslations('assurance')
  const choices = await readActiveApps(staff.companyId, asFind((await searchParams).find))
  const apps = choices.items
  const addresses = [...new Set(apps.flatMap(({ redirect_uris }) => redirect_uris))]
  return (
    <>
      <h1>{t('start')}</h1>
      <p className="mb-6 mt-3 text-soft">{t('startLead')}</p>
      {(choices.isMore || choices.find !== '') && <FindFirst choices={choices} />}
      {apps.length === 0 && choices.find !== '' ? null : apps.length === 0 ? (
        <Empty title={t('noAppTitle')} body={t('noAppBody')}>
          <Link href="/company" prefetch={false} className={buttonClass('outline')}>
            {t('back')}
          </Link>
        </Empty>
      ) : (
        <Panel title={t('whatTitle')}>
          <NewLink action={startAction} texts={{ submit: t('start'), link: t('link') }} once={{ ...(await onceTexts()), warning: t('linkOnce') }}>
            <GuardUnsaved />
            <KeptForm staff={staff} path="/company/verifications/new" fields={FORM_FIELDS.verification} />
            <Select label={t('app')} name="client_id" options={apps.map(({ client_id, name }) => [client_id, name])} />
            <fieldset>
              <legend className="text-sm font-semibold">{t('fieldsLegend')}</legend>
              <p className="text-sm text-soft">{t('fieldsHint')}</p>
              <div className="mt-2 grid gap-x-6 sm:grid-cols-2">
                {FIELD_NAMES.map((name) => (
                  <label key={name} className="flex min-h-11 items-center gap-3">
                    <input type="checkbox" name="fields" value={name} className="size-5 shrink-0 accent-accent" /> {t(`fields.${name}`)}
                  </label>
                ))}
              </div>
            </fieldset>
            <div className="grid gap-1.5">
              <Select
                label={t('asked')}
                name="min_assurance"
                options={[['', t('askedByFields')], ...ASSURANCES.map((level) => [level, levels(`${level}.title`)] as const)]}
              />
              <p className="text-sm text-soft">{t('askedHint')}</p>
            </div>
            <Field label={t('reference')} name="reference" hint={t('referenceHint')} maxLength={128} />
            <Select label={t('redirect')} name="redirect_uri" options={[['', t('noRedirect')], ...addresses.map((uri) => [uri, uri] as const)]} />
            <Select
              label={t('lifetime')}
              name="expires_in"
              defaultValue="86400"
              options={LIFETIMES.map((seconds) => [String(seconds), t(`lifetime_${seconds}`)])}
            />
            <Select label={t('language')} name="locale" options={[['', t('browserLanguage')], ...Object.entries(LANGUAGE_NAMES)]} />
          </NewLink>
        </Panel>
      )}
    </>
  )
}

/** Where not all apps fit into the menu: a form of its own, before anything is typed into the other. */
async function FindFirst({ choices }: { choices: Choices<unknown> }) {
  const t = await getTranslations('appChoice')
  return (
    <form method="get" className="mb-6 flex flex-wrap items-start gap-3">
      <div className="min-w-40 flex-1 sm:max-w-96">
        <FindApp choices={choices} />
      </div>
      <div className="pt-[1.625rem]">
        <Button type="submit" look="outline">
          {t('findButton')}
        </Button>
      </div>
    </form>
  )
}
