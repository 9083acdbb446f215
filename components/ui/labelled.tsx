import type { ReactNode } from 'react'

export type LabelledProps = { label: string; name: string; hint?: string; error?: string }

/** How every field that takes text looks. */
export const FIELD_LOOK =
  'min-h-11 w-full rounded-xl border border-line-strong bg-surface px-3.5 py-2 text-base outline-offset-0 transition-colors hover:border-ink aria-[invalid=true]:border-danger'

/** Ties a field to what is said about it. */
export const describedBy = ({ name, hint, error }: LabelledProps, more?: string) => ({
  id: name,
  name,
  'aria-describedby': [hint && `${name}-hint`, error && `${name}-error`, more].filter(Boolean).join(' ') || undefined,
  'aria-invalid': error ? true : undefined,
})

/** A label above a field, a hint and a fault below it. The field's id and name are the same. */
export function Labelled({ label, name, hint, error, children }: LabelledProps & { children: ReactNode }) {
  return (
    <div className="grid gap-1.5">
      <label htmlFor={name} className="text-sm font-semibold">
        {label}
      </label>
      {children}
      {hint && (
        <p id={`${name}-hint`} className="text-sm text-soft">
          {hint}
        </p>
      )}
      {error && (
        <p id={`${name}-error`} role="alert" className="text-sm text-danger">
          {error}
        </p>
      )}
    </div>
  )
}
