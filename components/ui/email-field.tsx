import type { FieldProps } from './field'

/** As long as an address can be. @see RFC 5321 §4.5.3.1.3 */
const MAX_CHARACTERS = 254

/** The field for the address of an account: password managers keep it as the name to log in with. */
export const emailField = (field: Pick<FieldProps, 'label'> & Partial<FieldProps>): FieldProps => ({
  name: 'email',
  type: 'email',
  autoComplete: 'username',
  required: true,
  maxLength: MAX_CHARACTERS,
  ...field,
})
