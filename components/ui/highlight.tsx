import type { ReactNode } from 'react'

// Texts first, so that "https://" inside one begins no comment.
const PARTS = /("(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*')|((?:^|(?<=\s))(?:#|\/\/).*$)/gm

/** Texts and comments of a piece of code set apart; everything else as it is. */
export function highlight(code: string): ReactNode[] {
  const shown: ReactNode[] = []
  let end = 0
  for (const match of code.matchAll(PARTS)) {
    const [whole, , comment] = match
    shown.push(
      code.slice(end, match.index),
      <span key={match.index} className={comment ? 'text-soft italic' : 'text-accent'}>
        {whole}
      </span>,
    )
    end = match.index + whole.length
  }
  return [...shown, code.slice(end)]
}
