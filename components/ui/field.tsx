import type { InputHTMLAttributes } from 'react'
import { describedBy, FIELD_LOOK, Labelled, type LabelledProps } from './labelled'
import { PasswordInput } from './password-input'

export type FieldProps = LabelledProps & InputHTMLAttributes<HTMLInputElement>

/** A labelled input. Its id and its name are the same. */
export function Field({ label, name, hint, error, ...input }: FieldProps) {
  const labelled = { label, name, hint, error }
  const Input = input.type === 'password' ? PasswordInput : 'input'
  return (
    <Labelled {...labelled}>
      <Input {...input} {...describedBy(labelled)} className={FIELD_LOOK} />
    </Labelled>
  )
}
