import { getTranslations } from 'next-intl/server'
import { Button } from '#components/ui/button'
import { Field } from '#components/ui/field'
import { Select } from '#components/ui/select'
import { STATUSES } from '#lib/verifications/schema'

/** A plain GET form, so that a filtered list has an address. */
export async function Filters({ status, reference }: { status?: string; reference?: string }) {
  const t = await getTranslations('companyVerifications')
  return (
    <form method="get" aria-label={t('filter')} className="mb-6 grid items-end gap-3 sm:grid-cols-[1fr_1fr_auto]">
      <Select
        label={t('status')}
        name="status"
        key={status}
        defaultValue={status ?? ''}
        options={[['', t('all')], ...STATUSES.map((one) => [one, t(`status_${one}`)] as const)]}
      />
      <Field label={t('reference')} name="reference" defaultValue={reference ?? ''} maxLength={128} />
      <Button type="submit" look="outline">
        {t('filter')}
      </Button>
    </form>
  )
}
