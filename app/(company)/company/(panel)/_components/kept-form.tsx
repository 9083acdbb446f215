import { FillIn } from '#components/ui/fill-in'
import { readTyped, TYPED_BY } from '#lib/session/kept-typed'
import type { FORM_FIELDS } from './form-fields'

type Props = { staffId: string; path: string; fields: (typeof FORM_FIELDS)[keyof typeof FORM_FIELDS] }

/** Stands in a form whose fields are there again after its sender had to log in. */
export async function KeptForm({ staffId, path, fields }: Props) {
  return (
    <>
      <input type="hidden" name={TYPED_BY} value={staffId} />
      <FillIn names={fields} values={await readTyped(staffId, path)} />
    </>
  )
}
