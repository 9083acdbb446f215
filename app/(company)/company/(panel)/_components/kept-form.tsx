import { getTranslations } from 'next-intl/server'
import { FillIn } from '#components/ui/fill-in'
import { Notice } from '#components/ui/notice'
import { DRAWN_IN, environmentName, readTyped, TYPED_BY } from '#lib/session/kept-typed'
import type { StaffSession } from '#lib/session/staff-session'
import type { FORM_FIELDS } from './form-fields'

type Props = {
  staff: Pick<StaffSession, 'staffId' | 'isInTest'>
  path: string
  fields: (typeof FORM_FIELDS)[keyof typeof FORM_FIELDS]
  /** It is about the company itself, which is the same in both environments. */
  isOfHome?: boolean
}

/**
 * Stands in a form that says which environment it was drawn in, and whose fields are there again after its sender had to log in, or
 * had gone to the other environment meanwhile.
 */
export async function KeptForm({ staff, path, fields, isOfHome = false }: Props) {
  const t = await getTranslations('environments')
  const here = environmentName(staff)
  const typed = await readTyped(staff.staffId, path)
  const isElsewhere = !isOfHome && typed !== null && typed.drawnIn !== here
  return (
    <>
      <input type="hidden" name={TYPED_BY} value={staff.staffId} />
      {!isOfHome && <input type="hidden" name={DRAWN_IN} value={here} />}
      {isElsewhere && <Notice look="warn">{t(here === 'test' ? 'drawnInLive' : 'drawnInTest')}</Notice>}
      <FillIn names={fields} values={typed && typed.fields.length > 0 ? typed.fields : null} isSaid={!isElsewhere} />
    </>
  )
}
