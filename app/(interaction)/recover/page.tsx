import type { Metadata } from 'next'
import { getTranslations } from 'next-intl/server'
import { ActionForm } from '#components/ui/action-form'
import { Button, buttonClass } from '#components/ui/button'
import { emailField } from '#components/ui/email-field'
import { destinationFields } from '#lib/session/destination'
import { readWaiting } from '#lib/session/waiting'
import { Unfold } from '../_components/unfold'
import { oneOf } from '../form-text'
import { destinationIn, entryPath } from '../where-to'
import { requestRecoveryAction } from './actions'

type Search = Promise<Record<string, string | string[] | undefined>>

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('recover'))('title') }
}

export default async function RecoverPage({ searchParams }: { searchParams: Search }) {
  const search = await searchParams
  const t = await getTranslations('recover')
  const login = await getTranslations('login')
  const lost = await getTranslations('lostFactor')
  const to = destinationIn(search)
  const wrong = search.correct === undefined ? undefined : (await readWaiting(oneOf(search.correct)))?.email
  return (
    <>
      <h1>{t('title')}</h1>
      <p className="mb-6 mt-3 text-soft">{t('lead')}</p>
      <ActionForm
        action={requestRecoveryAction}
        submit={t('send')}
        hidden={destinationFields(to)}
        fields={[emailField({ label: login('email'), autoFocus: true, defaultValue: wrong })]}
        after={
          <Unfold summary={lost('alsoTitle')}>
            <p className="mb-4 mt-1 text-soft">{lost('alsoLead')}</p>
            <Button type="submit" name="way" value="document" look="outline" className="w-full">
              {lost('alsoBegin')}
            </Button>
          </Unfold>
        }
      />
      <a href={entryPath('/login', to)} className={buttonClass('quiet', 'mt-4')}>
        {t('back')}
      </a>
    </>
  )
}
