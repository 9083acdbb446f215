import type { FieldProps } from './field'

/** Long enough for every password there may be; what is longer is refused with a reason, not cut. */
const MAX_CHARACTERS = 256

/** The field for a password there is, or for one to be made: password managers tell the two apart. */
export const passwordField = (kind: 'current' | 'new', field: Pick<FieldProps, 'label'> & Partial<FieldProps>): FieldProps => ({
  name: 'password',
  type: 'password',
  autoComplete: `${kind}-password`,
  required: true,
  maxLength: MAX_CHARACTERS,
  ...field,
})
