'use client'

import { startTransition, useActionState, useEffect, useState } from 'react'
import { Button } from '#components/ui/button'
import { type ReturnState, returnAction } from '../actions'

export type ReturnTexts = Record<
  | 'returnTitle'
  | 'returnBody'
  | 'returnNoScript'
  | 'askTitle'
  | 'askWarning'
  | 'askYes'
  | 'askNo'
  | 'codeTitle'
  | 'codeBody'
  | 'overGoodTitle'
  | 'overGoodBody'
  | 'overBadTitle'
  | 'overBadBody'
  | 'deadTitle'
  | 'deadBody',
  string
>

/** Takes the code that stands behind the `#`, which no server sees, and asks whoever brings it. */
export function ReturnForm({ texts }: { texts: ReturnTexts }) {
  const [state, send, isPending] = useActionState<ReturnState, FormData>(returnAction, { kind: 'arriving' })
  const [code, setCode] = useState('')
  const say = (step: 'arrive' | 'yes' | 'no', of = code) => {
    const form = new FormData()
    form.set('code', of)
    form.set('step', step)
    startTransition(() => send(form))
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, with the address it was opened by
  useEffect(() => {
    const brought = window.location.hash.slice(1)
    setCode(brought)
    // Neither the history nor whoever looks at the screen keeps it.
    window.history.replaceState(null, '', window.location.pathname)
    say('arrive', brought)
  }, [])

  if (state.kind === 'asked') {
    return (
      <Told title={texts.askTitle} body={state.body}>
        <p className="mt-3 rounded-xl bg-warn-wash px-4 py-3 text-sm">{texts.askWarning}</p>
        <div className="mt-6 grid gap-3">
          <Button onClick={() => say('yes')} disabled={isPending}>
            {texts.askYes}
          </Button>
          <Button look="outline" onClick={() => say('no')} disabled={isPending}>
            {texts.askNo}
          </Button>
        </div>
      </Told>
    )
  }
  if (state.kind === 'digits') {
    return (
      <Told title={texts.codeTitle} body={texts.codeBody}>
        <p className="mt-6 rounded-xl bg-sunken py-6 text-center font-mono text-4xl tracking-[0.2em]">
          {state.digits.slice(0, 3)} {state.digits.slice(3)}
        </p>
      </Told>
    )
  }
  if (state.kind === 'over') {
    return <Told title={state.isGood ? texts.overGoodTitle : texts.overBadTitle} body={state.isGood ? texts.overGoodBody : texts.overBadBody} />
  }
  if (state.kind === 'dead') return <Told title={texts.deadTitle} body={texts.deadBody} />
  return (
    <Told title={texts.returnTitle} body={texts.returnBody}>
      <noscript>
        <p className="mt-3 text-soft">{texts.returnNoScript}</p>
      </noscript>
    </Told>
  )
}

function Told({ title, body, children }: { title: string; body: string; children?: React.ReactNode }) {
  return (
    <>
      <div role="status">
        <h1>{title}</h1>
        <p className="mt-3 text-soft">{body}</p>
      </div>
      {children}
    </>
  )
}
