import { Button } from './button'
import type { CopyTexts } from './copy-button'
import { CopyField } from './copy-field'
import { Notice } from './notice'

export type ShownOnceTexts = CopyTexts & { warning: string; stored: string; close: string }

/** A secret that cannot be read again. Going on needs the word that it was stored. */
export function ShownOnce({ label, secret, goTo, texts }: { label: string; secret: string; goTo: string; texts: ShownOnceTexts }) {
  return (
    <form action={goTo} method="get" className="grid gap-4">
      <Notice look="warn">{texts.warning}</Notice>
      <CopyField label={label} value={secret} texts={texts} />
      <label className="flex min-h-11 items-center gap-3">
        <input type="checkbox" required className="size-5 shrink-0 accent-accent" /> {texts.stored}
      </label>
      <Button type="submit">{texts.close}</Button>
    </form>
  )
}
