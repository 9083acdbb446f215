import { getTranslations } from 'next-intl/server'
import { Button, buttonClass } from '#components/ui/button'
import { Field } from '#components/ui/field'
import { Select } from '#components/ui/select'
import type { AppChoice as App, Choices } from '#lib/apps/read-choices'
import { ASSURANCES } from '#lib/users/assurance'
import type { VerificationNarrowing } from '#lib/verifications/interface/read-verifications'
import { STATUSES } from '#lib/verifications/schema'
import { AppChoice } from '../../_components/app-choice'

type Props = {
  query: { status?: string; reference?: string }
  narrowing: VerificationNarrowing
  apps: Choices<App>
  /** Address of the same list as a file. */
  file: string
}

/** A plain GET form, so that a filtered list has an address. */
export async function Filters({ query: { status, reference }, narrowing: { appId, from, to, assurance }, apps, file }: Props) {
  const t = await getTranslations('companyVerifications')
  const levels = await getTranslations('assurance')
  const all = ['', t('all')] as const
  return (
    <form method="get" aria-label={t('filter')} className="mb-6 grid items-start gap-3 sm:grid-cols-2 xl:grid-cols-3">
      <Select
        label={t('status')}
        name="status"
        defaultValue={status ?? ''}
        options={[all, ...STATUSES.map((one) => [one, t(`status_${one}`)] as const)]}
      />
      <div className="grid gap-3">
        <AppChoice
          label={t('app')}
          name="app"
          chosen={appId}
          choices={apps}
          options={[all, ...apps.items.map(({ id, name }) => [id, name] as const)]}
        />
      </div>
      <Select
        label={t('reached')}
        name="level"
        defaultValue={assurance ?? ''}
        options={[all, ...ASSURANCES.map((level) => [level, levels(`${level}.title`)] as const)]}
      />
      <Field label={t('from')} name="from" type="date" defaultValue={from} />
      <Field label={t('to')} name="to" type="date" defaultValue={to} />
      <Field label={t('reference')} name="reference" defaultValue={reference ?? ''} maxLength={128} />
      <div className="flex flex-wrap gap-3 sm:col-span-full">
        <Button type="submit" look="outline">
          {t('filter')}
        </Button>
        <a href={file} download className={buttonClass('quiet')}>
          {t('csv')}
        </a>
      </div>
    </form>
  )
}
