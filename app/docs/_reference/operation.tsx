import Link from 'next/link'
import { getTranslations } from 'next-intl/server'
import { Badge } from '#components/ui/badge'
import { Breakable } from '#components/ui/breakable'
import { CodeBlock } from '../_components/code-block'
import { Code } from '../_components/rich'
import { FieldList } from './field-list'
import { describe, type FieldRow, fieldRows } from './fields'
import { Inline } from './inline'
import type { Reference, ReferenceOperation } from './reference'
import { SAMPLE_LANGUAGES, type SampleLanguage, sample } from './samples'
import { TryIt } from './try-it'

/** Everything about one operation: what it takes, what it answers, how it refuses, and an example to copy. */
export async function Operation({ operation, reference }: { operation: ReferenceOperation; reference: Reference }) {
  const t = await getTranslations('docsApi')
  const { id, summary, description, method, path, permissions, parameters, body, answer, errors } = operation
  const { schemas, baseUrl } = reference
  const parameterRows: FieldRow[] = parameters.map((one) => ({
    name: one.name,
    isRequired: one.required,
    ...describe(one.schema, schemas),
    ...(one.description !== undefined && { description: one.description }),
  }))
  const example = (language: SampleLanguage) => (
    <CodeBlock title={`${SAMPLE_LANGUAGES[language]}: ${summary}`} code={sample(language, baseUrl, operation)} />
  )
  return (
    <section id={id} aria-labelledby={`${id}-title`} className="grid scroll-mt-6 gap-4">
      <div>
        <h2 id={`${id}-title`} lang="en">
          {summary}
        </h2>
        <p className="mt-1 font-mono text-sm wrap-anywhere">
          <span className="font-semibold text-accent">{method}</span> <Breakable text={path} />
        </p>
        <p className="mt-1 text-sm text-soft">
          {t('permission')} {permissions.map((name, index) => [index > 0 && ` ${t('or')} `, <Code key={name}>{name}</Code>])}
        </p>
        {description && (
          <p lang="en" className="mt-3">
            <Inline text={description} />
          </p>
        )}
      </div>
      {parameterRows.length > 0 && <FieldList label={`${t('parameters')}: ${summary}`} rows={parameterRows} marksRequired />}
      {body && (
        <>
          <h3 className="font-semibold">{t('body')}</h3>
          <FieldList label={`${t('body')}: ${summary}`} rows={fieldRows(body.schema, schemas)} marksRequired />
        </>
      )}
      {example('curl')}
      <More title={t('moreLanguages')}>
        {example('node')}
        {example('python')}
      </More>
      <h3 className="font-semibold">
        {t('answer')} <span className="tabular-nums">{answer.status}</span>
      </h3>
      {answer.schema ? (
        <>
          <CodeBlock title={`${answer.status}: ${summary}`} code={JSON.stringify(answer.example, null, 2)} isPlain />
          <More title={t('answerFields')}>
            <FieldList label={`${t('answer')}: ${summary}`} rows={fieldRows(answer.schema, schemas)} />
          </More>
        </>
      ) : (
        <p className="text-soft">{t('noBody')}</p>
      )}
      <h3 className="font-semibold">{t('errors')}</h3>
      <ul className="flex flex-wrap gap-x-5 gap-y-1">
        {errors.flatMap(({ status, codes }) =>
          codes.map((code) => (
            <li key={code} className="inline-flex items-center gap-2">
              <Badge>{status}</Badge>
              <Link
                href={`/docs/errors#api-${code}`}
                prefetch={false}
                className="inline-flex min-h-11 items-center font-mono text-sm text-accent underline underline-offset-4"
              >
                {code}
              </Link>
            </li>
          )),
        )}
      </ul>
      {method === 'GET' && (
        <More title={t('tryTitle')}>
          <TryIt
            path={path}
            fields={parameters.filter((one) => one.in !== 'header').map(({ name, required }) => ({ name, required }))}
            id={id}
            texts={{
              body: t('tryBody'),
              key: t('tryKey'),
              send: t('trySend'),
              sending: t('trySending'),
              answer: t('answer'),
              failed: t('tryFailed'),
              noScript: t('noScript'),
            }}
          />
        </More>
      )}
    </section>
  )
}

function More({ title, children }: { title: string; children: React.ReactNode }) {
  return (
    <details className="group">
      <summary className="inline-flex min-h-11 cursor-pointer items-center text-accent underline underline-offset-4">{title}</summary>
      <div className="mt-2 grid gap-4">{children}</div>
    </details>
  )
}
