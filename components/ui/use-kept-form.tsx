'use client'

import { unstable_rethrow as goOnWithRedirect } from 'next/navigation'
import { type FormEvent, startTransition, useActionState, useState, useTransition } from 'react'

/** Why an answer did not come: no connection, or a fault of ours. */
export type Trouble = 'offline' | 'failed'

type Action<Answer> = (before: Awaited<Answer>, form: FormData) => Promise<Answer>

/**
 * A form for a server action that keeps what was typed. Without JavaScript the browser sends it and the answer comes with
 * the new page. With it the page stays as it is until there is an answer: a fault, or a network that stops, empties nothing.
 * @param isDone whether an answer means that the fields are to be empty again
 */
export function useKeptForm<Answer>(action: Action<Answer | null>, isDone: (answer: Answer | null) => boolean) {
  const [drawn, send] = useActionState(action, null as Awaited<Answer> | null)
  const [own, setOwn] = useState<{ answer: Answer | null } | null>(null)
  const [trouble, setTrouble] = useState<Trouble | null>(null)
  const [isPending, begin] = useTransition()
  const answer = own ? own.answer : (drawn as Answer | null)

  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = event.currentTarget
    const data = new FormData(form, (event.nativeEvent as SubmitEvent).submitter)
    begin(async () => {
      try {
        const next = await action(answer as Awaited<Answer> | null, data)
        startTransition(() => {
          setTrouble(null)
          setOwn({ answer: next })
        })
        if (isDone(next)) form.reset()
      } catch (error) {
        goOnWithRedirect(error)
        startTransition(() => setTrouble(error instanceof TypeError || !navigator.onLine ? 'offline' : 'failed'))
      }
    })
  }
  return { answer, trouble, isPending, form: { action: send, onSubmit, method: 'post' as const } }
}
