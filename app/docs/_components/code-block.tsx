import { getTranslations } from 'next-intl/server'
import { CopyButton } from '#components/ui/copy-button'
import { highlight } from '#components/ui/highlight'

/** Code to be read and copied. Long lines wrap: nothing is hidden on a phone. */
export async function CodeBlock({ title, code, isPlain = false }: { title: string; code: string; isPlain?: boolean }) {
  const t = await getTranslations('docs')
  return (
    <figure className="overflow-hidden rounded-card border border-line bg-surface">
      <figcaption className="flex items-center justify-between gap-3 border-b border-line bg-sunken py-0.5 pl-4 pr-0.5 text-sm text-soft [&_button]:border-transparent [&_button]:bg-transparent">
        <span className="min-w-0 break-words">{title}</span>
        <CopyButton value={code} of={title} texts={{ copy: t('copy'), copied: t('copied') }} />
      </figcaption>
      <pre className="px-4 py-3.5 text-[0.8125rem] leading-relaxed break-words whitespace-pre-wrap [overflow-wrap:anywhere]">
        <code>{isPlain ? code : highlight(code)}</code>
      </pre>
    </figure>
  )
}
