import Link from 'next/link'
import { Children, type ReactNode } from 'react'
import { Breakable } from '#components/ui/breakable'

export const Code = ({ children }: { children: ReactNode }) => (
  <code className="rounded-md bg-sunken px-1 py-0.5 text-[0.875em] wrap-anywhere">
    {Children.map(children, (child) => (typeof child === 'string' ? <Breakable text={child} /> : child))}
  </code>
)
const code = (chunks: ReactNode) => <Code>{chunks}</Code>

/** Tags in the texts of the documentation: `<code>`, and links by name. */
export const rich = (links: Record<string, string> = {}) => ({
  code,
  ...Object.fromEntries(
    Object.entries(links).map(([name, href]) => [
      name,
      (chunks: ReactNode) => (
        <Link href={href} prefetch={false} className="text-accent underline underline-offset-4">
          {chunks}
        </Link>
      ),
    ]),
  ),
})
