'use client'

import { Button } from '#components/ui/button'
import type { CopyTexts } from '#components/ui/copy-button'
import { CopyField } from '#components/ui/copy-field'
import { Field } from '#components/ui/field'
import { useFormWords } from '#components/ui/form-words'
import { useKeptForm } from '#components/ui/use-kept-form'
import { type FindState, findConsentAction } from './actions'

type Texts = Record<'who' | 'hint' | 'find' | 'sub' | 'alias' | 'scopes' | 'since', string>

/** Finds the one consent that a user names. Whoever types the next name before the answer came keeps it. */
export function FindConsent({ id, texts, copy }: { id: string; texts: Texts; copy: CopyTexts }) {
  const { answer: state, trouble, isPending, form } = useKeptForm<FindState>(findConsentAction, () => false)
  const words = useFormWords()
  const message = trouble ? words[trouble] : state && 'message' in state ? state.message : undefined
  return (
    <div className="mb-8 rounded-card border border-line bg-surface p-5">
      <form {...form} className="grid items-end gap-3 sm:grid-cols-[1fr_auto]">
        <input type="hidden" name="id" value={id} />
        <Field
          name="who"
          label={texts.who}
          hint={texts.hint}
          error={message}
          defaultValue={state?.typed}
          required
          maxLength={320}
          autoComplete="off"
          spellCheck={false}
        />
        <Button type="submit" look="outline" disabled={isPending} className="self-start sm:mt-7">
          {texts.find}
        </Button>
      </form>
      <div role="status">
        {state && 'found' in state && (
          <div className="mt-5 grid gap-4 border-t border-line pt-5">
            <CopyField label={texts.sub} value={state.found.sub} texts={copy} />
            <CopyField label={texts.alias} value={state.found.alias} texts={copy} />
            <p className="text-sm">
              <span className="font-semibold">{texts.scopes}</span> <span className="font-mono wrap-anywhere">{state.found.scopes.join(' ')}</span>
            </p>
            <p className="text-sm">
              <span className="font-semibold">{texts.since}</span> {state.found.since}
            </p>
          </div>
        )}
      </div>
    </div>
  )
}
