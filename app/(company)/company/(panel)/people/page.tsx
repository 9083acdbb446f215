import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { getTranslations } from 'next-intl/server'
import { ActionForm } from '#components/ui/action-form'
import { Empty } from '#components/ui/empty'
import { Done, Panel } from '#components/ui/panel'
import { Select } from '#components/ui/select'
import { may } from '#lib/companies/permissions'
import { requireStaff } from '#lib/session/staff-session'
import { MOST_DEMO_PEOPLE, readDemoPeople } from '#lib/test-environments/demo-people'
import { DEMO_KINDS } from '#lib/test-environments/kinds'
import { makeDemoPersonAction } from './actions'
import { PersonCard } from './person-card'

type Props = { searchParams: Promise<{ done?: string; confirm?: string }> }

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('demoPeople'))('title') }
}

/** Whom the company invented to try its test apps, with what logs in as them. */
export default async function DemoPeoplePage({ searchParams }: Props) {
  const session = await requireStaff('/company/people')
  if (!session.isInTest) notFound()
  const { done, confirm } = await searchParams
  const t = await getTranslations('demoPeople')
  const people = await readDemoPeople(session.companyId)
  const canManage = may(session, 'apps.manage')
  return (
    <>
      <h1>{t('title')}</h1>
      <p className="mb-6 mt-3 text-soft">{t('lead')}</p>
      {(done === 'made' || done === 'reset' || done === 'removed') && <Done>{t(`done.${done}`)}</Done>}
      {people.length === 0 && <Empty title={t('emptyTitle')} body={t('emptyBody')} />}
      <ul className="grid gap-4">
        {people.map((person) => (
          <PersonCard key={person.id} person={person} canManage={canManage} isConfirming={confirm === person.id} />
        ))}
      </ul>
      {canManage && people.length < MOST_DEMO_PEOPLE && (
        <div className="mt-6">
          <Panel title={t('new')}>
            <ActionForm action={makeDemoPersonAction} submit={t('make')}>
              <Select label={t('kind')} name="kind" options={DEMO_KINDS.map((kind) => [kind, t(`kinds.${kind}`)])} />
            </ActionForm>
          </Panel>
        </div>
      )}
    </>
  )
}
