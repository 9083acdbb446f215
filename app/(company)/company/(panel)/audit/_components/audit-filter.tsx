import Link from 'next/link'
import { getTranslations } from 'next-intl/server'
import { Button, buttonClass } from '#components/ui/button'
import { Field } from '#components/ui/field'
import { Select } from '#components/ui/select'
import { AUDIT_ACTIONS } from '#lib/audit/actions'
import { type AuditQuery, actorKey, queryString } from '#lib/audit/filter'
import type { AuditLine } from '#lib/audit/list-audit'
import { auditWords } from './words'

/** A plain form of the address: what is chosen can be kept as a bookmark and sent to somebody. */
export async function AuditFilter({ query, actors }: { query: AuditQuery; actors: AuditLine['actor'][] }) {
  const t = await getTranslations('audit')
  const words = await auditWords()
  const all = ['', t('all')] as const
  return (
    <form method="get" action="/company/audit" className="grid gap-4 rounded-card border border-line bg-surface p-5">
      {query.about && <input type="hidden" name="about" value={query.about} />}
      <div className="grid gap-4 sm:grid-cols-2 xl:grid-cols-4">
        <Select
          name="action"
          label={t('action')}
          defaultValue={query.action}
          options={[all, ...AUDIT_ACTIONS.map((name) => [name, words.action(name)] as const)]}
        />
        <Select
          name="actor"
          label={t('actor')}
          defaultValue={query.actor}
          options={[['', t('everybody')], ...actors.map((actor) => [actorKey(actor.kind, actor.id), words.actor(actor)] as const)]}
        />
        <Field name="from" label={t('from')} type="date" defaultValue={query.from} />
        <Field name="to" label={t('to')} type="date" defaultValue={query.to} />
      </div>
      <div className="ends-sheet flex flex-wrap gap-x-5 gap-y-2 bg-surface">
        <Button type="submit">{t('filter')}</Button>
        {queryString(query) && (
          <Link href="/company/audit" prefetch={false} className={buttonClass('quiet')}>
            {t('clear')}
          </Link>
        )}
        <a href={`/company/audit/csv${queryString(query)}`} download className={buttonClass('quiet')}>
          {t('csv')}
        </a>
        <a href={`/company/audit/jsonl${queryString(query)}`} download className={buttonClass('quiet')}>
          {t('jsonLines')}
        </a>
      </div>
    </form>
  )
}
