import { TextArea } from '#components/ui/text-area'
import { KEY_PERMISSIONS, type KeyPermission } from '#lib/companies/keys/key-permissions'

export type TermsTexts = {
  permissions: string
  permissionsHint: string
  networks: string
  networksHint: string
  /** What each permission is good for. */
  words: Record<KeyPermission, readonly [name: string, body: string]>
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
