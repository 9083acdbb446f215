import { ChevronDown } from 'lucide-react'

/** A labelled choice from a list. Its id and its name are the same. */
export function Select({
  label,
  name,
  options,
  defaultValue,
}: {
  label: string
  name: string
  options: (readonly [value: string, text: string])[]
  defaultValue?: string
}) {
  return (
    <div className="grid gap-1.5">
      <label htmlFor={name} className="text-sm font-semibold">
        {label}
      </label>
      <div className="relative">
        <select
          id={name}
          name={name}
          defaultValue={defaultValue}
          className="min-h-11 w-full appearance-none rounded-xl border border-line-strong bg-surface py-2 pl-3.5 pr-10 text-base transition-colors hover:border-ink"
        >
          {options.map(([value, text]) => (
            <option key={value} value={value}>
              {text}
            </option>
          ))}
        </select>
        <ChevronDown size={18} aria-hidden="true" className="pointer-events-none absolute right-3.5 top-1/2 -translate-y-1/2 text-soft" />
      </div>
    </div>
  )
}
