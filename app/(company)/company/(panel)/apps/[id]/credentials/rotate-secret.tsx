'use client'

import { useActionState } from 'react'
import { Button } from '#components/ui/button'
import { Confirm } from '#components/ui/confirm'
import { Notice } from '#components/ui/notice'
import { ShownOnce, type ShownOnceTexts } from '#components/ui/shown-once'
import { rotateSecretAction } from '../../actions'

type Texts = Record<'rotate' | 'title' | 'body' | 'keep' | 'rotated' | 'secret', string>

export function RotateSecret({ id, isConfirming, once, texts }: { id: string; isConfirming: boolean; once: ShownOnceTexts; texts: Texts }) {
  const [state, send, isPending] = useActionState(rotateSecretAction, null)
  const href = `/company/apps/${id}/credentials`
  if (state) {
    return (
      <div className="grid gap-4">
        <Notice>{texts.rotated}</Notice>
        <ShownOnce label={texts.secret} secret={state.secret} goTo={href} texts={once} />
      </div>
    )
  }
  if (isConfirming) {
    return (
      <form action={send} method="post">
        <input type="hidden" name="id" value={id} />
        <Confirm title={texts.title} keep={{ href, text: texts.keep }} submit={texts.rotate} isPending={isPending}>
          <p>{texts.body}</p>
        </Confirm>
      </form>
    )
  }
  return (
    <form method="get" action={href}>
      <input type="hidden" name="confirm" value="rotate" />
      <Button type="submit" look="danger">
        {texts.rotate}
      </Button>
    </form>
  )
}
