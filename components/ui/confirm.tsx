import Link from 'next/link'
import type { ReactNode } from 'react'
import { Attention } from './attention'
import { Button, buttonClass } from './button'

/** The second question before something that hurts: what will happen, the way out, the way on. Goes into a form. */
export function Confirm(props: {
  title: string
  /** A heading, where the page has many such questions. */
  as?: 'h3' | 'p'
  children: ReactNode
  keep: { href: string; text: string }
  submit: string
  isPending?: boolean
}) {
  return (
    <div className="grid gap-3 rounded-xl border border-danger p-4">
      <Attention as={props.as ?? 'p'} className="font-semibold">
        {props.title}
      </Attention>
      {props.children}
      <div className="flex flex-wrap gap-3">
        <Link href={props.keep.href} prefetch={false} className={buttonClass('outline')}>
          {props.keep.text}
        </Link>
        <Button type="submit" look="danger" disabled={props.isPending}>
          {props.submit}
        </Button>
      </div>
    </div>
  )
}
