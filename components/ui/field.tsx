import type { InputHTMLAttributes } from 'react'

export type FieldProps = { label: string; name: string; hint?: string; error?: string } & InputHTMLAttributes<HTMLInputElement>

/** A labelled input. Its id and its name are the same. */
export function Field({ label, name, hint, error, ...input }: FieldProps) {
  const described = [hint && `${name}-hint`, error && `${name}-error`].filter(Boolean).join(' ') || undefined
  return (
    <div className="grid gap-1.5">
      <label htmlFor={name} className="text-sm font-semibold">
        {label}
      </label>
      <input
        {...input}
        id={name}
        name={name}
        aria-describedby={described}
        aria-invalid={error ? true : undefined}
        className="min-h-11 w-full rounded-xl border border-line-strong bg-surface px-3.5 py-2 text-base outline-offset-0 transition-colors hover:border-ink aria-[invalid=true]:border-danger"
      />
      {hint && (
        <p id={`${name}-hint`} className="text-sm text-soft">
          {hint}
        </p>
      )}
      {error && (
        <p id={`${name}-error`} className="text-sm text-danger">
          {error}
        </p>
      )}
    </div>
  )
}
