import type { Metadata } from 'next'
import { getTranslations } from 'next-intl/server'
import { Empty } from '#components/ui/empty'
import { Pager } from '#components/ui/pager'
import { countAuthorizations } from '#lib/apps/find-authorization'
import { listAuthorizations } from '#lib/apps/list-authorizations'
import { actorOf } from '#lib/session/staff-session'
import { onceTexts } from '../../../_components/once-texts'
import { orFirstPage } from '../../../_components/or-first-page'
import { requireOwnApp } from '../../own-app'
import { FindConsent } from './find-consent'

type Props = { params: Promise<{ id: string }>; searchParams: Promise<{ cursor?: string | string[] }> }

const PAGE_SIZE = 50

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { app } = await requireOwnApp((await params).id, '/consents')
  return { title: `${(await getTranslations('appTabs'))('consents')} · ${app.name}` }
}

/** Live consents. What is shown is what the interface answers: pseudonym, alias, scopes. */
export default async function ConsentsPage({ params, searchParams }: Props) {
  const { session, app } = await requireOwnApp((await params).id, '/consents')
  const { cursor } = await searchParams
  const after = typeof cursor === 'string' ? cursor : undefined
  const href = `/company/apps/${app.id}/consents`
  const t = await getTranslations('consents')
  const consents = await listAuthorizations(actorOf(session), app.id, { limit: PAGE_SIZE, cursor: after }).catch(orFirstPage(href, after))
  const { count, isMore } = await countAuthorizations(actorOf(session), app.id)
  return (
    <>
      <p className="mb-6 text-soft">{t('lead')}</p>
      {(consents.data.length > 0 || after) && (
        <>
          <FindConsent
            id={app.id}
            texts={{ who: t('who'), hint: t('whoHint'), find: t('find'), sub: t('sub'), alias: t('alias'), scopes: t('scopes'), since: t('since') }}
            copy={await onceTexts()}
          />
          <p className="mb-3 text-sm font-semibold">{t(isMore ? 'countMore' : 'count', { count })}</p>
        </>
      )}
      {consents.data.length === 0 ? (
        <Empty title={t('emptyTitle')} body={t('emptyBody')} />
      ) : (
        <div className="rounded-card border border-line bg-surface sm:p-2">
          <table className="w-full text-left text-sm max-sm:block">
            <thead className="max-sm:sr-only">
              <tr className="text-soft">
                <Head>{t('sub')}</Head>
                <Head>{t('alias')}</Head>
                <Head>{t('scopes')}</Head>
              </tr>
            </thead>
            <tbody className="max-sm:block">
              {consents.data.map((consent) => (
                <tr key={consent.sub} className="border-t border-line align-top max-sm:grid max-sm:gap-1 max-sm:p-4 max-sm:first:border-t-0">
                  <Cell label={t('sub')}>{consent.sub}</Cell>
                  <Cell label={t('alias')}>{consent.alias}</Cell>
                  <Cell label={t('scopes')}>{consent.scopes.join(' ')}</Cell>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      <Pager href={href} cursor={after} next={consents.next_cursor} texts={{ first: t('first'), more: t('more') }} />
    </>
  )
}

const Head = ({ children }: { children: string }) => (
  <th scope="col" className="px-4 py-2.5 font-semibold">
    {children}
  </th>
)

/** On a phone a row becomes a card, and each cell says what it is. */
const Cell = ({ label, children }: { label: string; children: string }) => (
  <td className="wrap-anywhere font-mono max-sm:block sm:px-4 sm:py-3">
    <span className="block font-sans text-xs font-semibold text-soft sm:hidden">{label}</span>
    {children}
  </td>
)
