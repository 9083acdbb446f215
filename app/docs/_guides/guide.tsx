import { getLocale } from 'next-intl/server'
import type { ReactNode } from 'react'
import { env } from '#lib/core/env'
import { MESSAGES } from '#lib/i18n/messages'
import { CodeBlock } from '../_components/code-block'
import { DocPage, DocSection } from '../_components/doc-page'
import { Inline } from '../_reference/inline'
import { CODE } from './code'
import type { GuideName } from './guides'

type Section = { id: string; heading: string; text: string[] }

/** A page that is sections of text, some with code beside them. */
export async function Guide({ name, children }: { name: GuideName; children?: ReactNode }) {
  const { lead, sections } = MESSAGES[await getLocale()].docsGuides[name]
  const issuer = env().BASE_URL
  return (
    <DocPage page={name} lead={<Inline text={lead} />}>
      {(sections as Section[]).map(({ id, heading, text }) => {
        const sample = CODE[name]?.[id]
        return (
          <DocSection key={id} id={id} title={heading}>
            {text.map((paragraph) => (
              <p key={paragraph}>
                <Inline text={paragraph} />
              </p>
            ))}
            {sample && <CodeBlock title={`${sample.title}: ${heading}`} code={sample.code(issuer)} />}
          </DocSection>
        )
      })}
      {children}
    </DocPage>
  )
}
