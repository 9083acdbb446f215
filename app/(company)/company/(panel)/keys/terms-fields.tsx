import { ChevronDown } from 'lucide-react'
import { TextArea } from '#components/ui/text-area'
import { KEY_PERMISSIONS, type KeyPermission } from '#lib/companies/keys/key-permissions'

export type TermsTexts = {
  permissions: string
  permissionsHint: string
  networks: string
  networksHint: string
  /** What unfolds both, with what holds where nobody does. */
  fold: string
  foldHint: string
  /** What each permission is good for. */
  words: Record<KeyPermission, readonly [name: string, body: string]>
}

/** The same folded, since most keys begin as good for everything. */
export function FoldedTerms(props: Parameters<typeof TermsFields>[0] & { isOpen: boolean }) {
  const { isOpen, ...terms } = props
  return (
    <details open={isOpen} className="group rounded-xl border border-line-strong px-4">
      <summary className="flex min-h-11 cursor-pointer list-none items-center justify-between gap-3 py-2 [&::-webkit-details-marker]:hidden">
        <span>
          <span className="block text-sm font-semibold">{terms.texts.fold}</span>
          <span className="text-sm text-soft">{terms.texts.foldHint}</span>
        </span>
        <ChevronDown size={18} aria-hidden="true" className="shrink-0 transition-transform group-open:rotate-180" />
      </summary>
      <div className="grid gap-4 border-t border-line py-4">
        <TermsFields {...terms} />
      </div>
    </details>
  )
}

/** What a key may be used for, each with a box, and from where, a network a line. */
export function TermsFields({ texts, ticked, networks, fault }: { texts: TermsTexts; ticked: readonly string[]; networks: string; fault?: string }) {
  return (
    <>
      <fieldset className="grid gap-1">
        <legend className="mb-1 text-sm font-semibold">{texts.permissions}</legend>
        <p className="mb-1 text-sm text-soft">{texts.permissionsHint}</p>
        {KEY_PERMISSIONS.map((name) => (
          <label key={name} className="flex min-h-11 cursor-pointer items-start gap-3 py-1.5">
            <input
              type="checkbox"
              name="permissions"
              value={name}
              defaultChecked={ticked.includes(name)}
              className="mt-0.5 size-5 shrink-0 accent-accent"
            />
            <span className="min-w-0">
              <span className="block font-medium">{texts.words[name][0]}</span>
              <span className="block text-sm text-soft">{texts.words[name][1]}</span>
            </span>
          </label>
        ))}
      </fieldset>
      <TextArea
        name="networks"
        label={texts.networks}
        hint={texts.networksHint}
        error={fault}
        defaultValue={networks}
        rows={2}
        maxLength={2000}
        autoComplete="off"
        spellCheck={false}
      />
    </>
  )
}
