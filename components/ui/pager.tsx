import Link from 'next/link'
import { buttonClass } from './button'

/** Leads on through a list that knows its next page by a cursor, and back to its beginning. */
export function Pager({ href, cursor, next, texts }: { href: string; cursor?: string; next: string | null; texts: { first: string; more: string } }) {
  if (cursor === undefined && next === null) return null
  return (
    <p className="mt-6 flex flex-wrap gap-3">
      {cursor !== undefined && (
        <Link href={href} prefetch={false} className={buttonClass('outline')}>
          {texts.first}
        </Link>
      )}
      {next !== null && (
        <Link href={`${href}?cursor=${next}`} prefetch={false} className={buttonClass('outline')}>
          {texts.more}
        </Link>
      )}
    </p>
  )
}
