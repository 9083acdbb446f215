import type { Ref, TextareaHTMLAttributes } from 'react'
import { describedBy, FIELD_LOOK, Labelled, type LabelledProps } from './labelled'

/** A labelled text of several lines. `about` is the id of something else that describes it. */
export function TextArea({
  label,
  name,
  hint,
  error,
  about,
  ...area
}: LabelledProps & { about?: string; ref?: Ref<HTMLTextAreaElement> } & TextareaHTMLAttributes<HTMLTextAreaElement>) {
  const labelled = { label, name, hint, error }
  return (
    <Labelled {...labelled}>
      <textarea {...area} {...describedBy(labelled, about)} className={`${FIELD_LOOK} font-mono text-sm`} />
    </Labelled>
  )
}
