import { CopyButton, type CopyTexts } from './copy-button'

/** A value to be used elsewhere, whole, with a button that copies it. */
export function CopyField({ label, value, texts }: { label: string; value: string; texts: CopyTexts }) {
  return (
    <div className="grid gap-1.5">
      <p className="text-sm font-semibold">{label}</p>
      <div className="flex flex-wrap items-center gap-2 rounded-xl bg-sunken py-1.5 pl-4 pr-1.5">
        <code className="min-w-0 flex-1 basis-48 break-all py-1 text-sm">{value}</code>
        <CopyButton value={value} of={label} texts={texts} />
      </div>
    </div>
  )
}
