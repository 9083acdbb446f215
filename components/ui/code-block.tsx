import { CopyButton, type CopyTexts } from './copy-button'
import { highlight } from './highlight'

/** Text for a file or a terminal, with a name and a button that copies it. It scrolls sideways, with the keyboard too. */
export function CodeBlock({ label, code, texts }: { label: string; code: string; texts: CopyTexts }) {
  return (
    <figure className="overflow-hidden rounded-xl border border-line bg-sunken">
      <div className="flex items-center justify-between gap-3 border-b border-line py-1.5 pl-4 pr-1.5">
        <figcaption className="min-w-0 break-all font-mono text-sm text-soft">{label}</figcaption>
        <CopyButton value={code} of={label} texts={texts} />
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable with the keyboard */}
      <pre tabIndex={0} className="overflow-x-auto p-4 text-sm leading-relaxed outline-offset-[-3px]">
        <code>{highlight(code)}</code>
      </pre>
    </figure>
  )
}
