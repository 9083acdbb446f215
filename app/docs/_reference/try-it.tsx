'use client'

import { type FormEvent, useState } from 'react'
import { Button } from '#components/ui/button'
import { Field } from '#components/ui/field'

type Texts = Record<'body' | 'key' | 'send' | 'sending' | 'answer' | 'failed' | 'noScript', string>

type Answer = { status: string; text: string }

/**
 * Asks the interface with a key that is typed here. Only questions can be asked, nothing is changed; the key goes to this
 * origin alone, is kept nowhere and is gone with the page.
 */
export function TryIt({ id, path, fields, texts }: { id: string; path: string; fields: { name: string; required: boolean }[]; texts: Texts }) {
  const [answer, setAnswer] = useState<Answer | null>(null)
  const [isAsking, setAsking] = useState(false)

  async function ask(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const typed = (name: string) => String(form.get(`${id}-${name}`) ?? '').trim()
    setAsking(true)
    setAnswer(await askFor(path, fields, typed).catch(() => ({ status: '', text: texts.failed })))
    setAsking(false)
  }

  return (
    <form onSubmit={ask} className="grid gap-4 rounded-card border border-line bg-surface p-4 sm:p-5" autoComplete="off">
      <p className="text-sm text-soft">{texts.body}</p>
      <noscript>
        <p>{texts.noScript}</p>
      </noscript>
      <Field label={texts.key} name={`${id}-key`} autoComplete="off" spellCheck={false} required />
      {fields.map(({ name, required }) => (
        <Field key={name} label={name} name={`${id}-${name}`} autoComplete="off" spellCheck={false} required={required} />
      ))}
      <div>
        <Button type="submit" look="outline" disabled={isAsking}>
          {isAsking ? texts.sending : texts.send}
        </Button>
      </div>
      <div aria-live="polite">
        {answer && (
          <>
            <p className="mb-1 text-sm font-semibold">
              {texts.answer} {answer.status}
            </p>
            <pre className="rounded-xl bg-sunken px-4 py-3 text-[0.8125rem] leading-relaxed break-words whitespace-pre-wrap [overflow-wrap:anywhere]">
              {answer.text}
            </pre>
          </>
        )}
      </div>
    </form>
  )
}

async function askFor(path: string, fields: { name: string }[], typed: (name: string) => string): Promise<Answer> {
  const inPath = (name: string) => path.includes(`{${name}}`)
  const query = new URLSearchParams(fields.flatMap(({ name }) => (inPath(name) || typed(name) === '' ? [] : [[name, typed(name)]])))
  const address = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(typed(name)))
  const response = await fetch(`${address}?${query}`, {
    headers: { Authorization: `Bearer ${typed('key')}` },
    credentials: 'omit',
    cache: 'no-store',
  })
  const text = await response.text()
  return { status: String(response.status), text: JSON.stringify(JSON.parse(text), null, 2) }
}
