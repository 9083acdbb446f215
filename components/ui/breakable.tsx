import { Fragment } from 'react'

/** A long name or address that breaks where its parts meet: `age_|over_|18`, `k5f3@|alias.|example`. */
export function Breakable({ text }: { text: string }) {
  return (
    <span className="wrap-anywhere">
      {text.split(/(?<=[_.@/:-])/).map((part, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts have no names, and their order never changes
        <Fragment key={index}>
          {index > 0 && <wbr />}
          {part}
        </Fragment>
      ))}
    </span>
  )
}
