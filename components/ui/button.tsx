import type { ButtonHTMLAttributes } from 'react'
import { classNames } from './class-names'

export type ButtonLook = 'solid' | 'outline' | 'quiet' | 'danger'

const LOOKS: Record<ButtonLook, string> = {
  solid: 'border border-transparent px-5 bg-accent text-on-accent hover:bg-accent-strong',
  outline: 'border border-line-strong px-5 bg-surface text-ink hover:border-ink',
  quiet: 'border border-transparent text-accent underline underline-offset-4 decoration-1 hover:decoration-2',
  danger: 'border border-danger px-5 bg-surface text-danger hover:bg-danger-wash',
}

export const buttonClass = (look: ButtonLook = 'solid', extra?: string) =>
  classNames(
    'inline-flex min-h-11 cursor-pointer items-center justify-center gap-2 rounded-xl py-2 font-semibold transition-colors disabled:cursor-wait disabled:opacity-60 print:hidden',
    LOOKS[look],
    extra,
  )

/** A button; 44 px high at least. */
export function Button({ look, className, ...rest }: ButtonHTMLAttributes<HTMLButtonElement> & { look?: ButtonLook }) {
  return <button type="button" {...rest} className={buttonClass(look, className)} />
}
