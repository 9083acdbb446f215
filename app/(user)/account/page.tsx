import { BadgeCheck } from 'lucide-react'
import type { Metadata } from 'next'
import { getTranslations } from 'next-intl/server'
import { ActionForm } from '#components/ui/action-form'
import { Badge } from '#components/ui/badge'
import type { FieldProps } from '#components/ui/field'
import { Done, Panel } from '#components/ui/panel'
import { Select } from '#components/ui/select'
import { LANGUAGE_NAMES } from '#lib/i18n/locales'
import { isMailboxInDoubt } from '#lib/relay/store/pause'
import { requireUser } from '#lib/session/user-session'
import { readAccount } from '#lib/users/account/read-account'
import { readCheckUp } from '#lib/users/check-up/read-check-up'
import type { Profile } from '#lib/users/schema'
import { CheckUp } from './_components/check-up'
import { LastActivity } from './_components/last-activity'
import { VerifiedClaims } from './_components/verified-claims'
import { MailboxInDoubt } from './aliases/_components/mailbox-in-doubt'
import { requestEmailChangeAction } from './email/actions'
import { changeProfileAction } from './profile-actions'

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('profile'))('title') }
}

/** What is chosen from a list; the other fields of a profile are typed. */
const chosen = {
  locale: Object.entries(LANGUAGE_NAMES),
  zoneinfo: Intl.supportedValuesOf('timeZone').map((zone) => [zone, zone.replaceAll('_', ' ')] as const),
} satisfies { [Field in keyof Profile]?: (readonly [string, string])[] }

export default async function ProfilePage({ searchParams }: { searchParams: Promise<{ welcome?: string; done?: string }> }) {
  const session = await requireUser('/account')
  const { welcome, done } = await searchParams
  const t = await getTranslations('profile')
  const change = await getTranslations('changeEmail')
  const { email, profile, verified } = await readAccount(session.userId)
  const text = (name: Exclude<keyof Profile, keyof typeof chosen>, autoComplete: string) => ({
    label: t(name),
    name,
    autoComplete,
    maxLength: 100,
    defaultValue: profile[name] ?? '',
    hint: name in verified ? t('verifiedWins') : undefined,
  })
  const typed = {
    given_name: text('given_name', 'given-name'),
    family_name: text('family_name', 'family-name'),
    birthdate: { ...text('birthdate', 'bday'), type: 'date', maxLength: undefined },
  } satisfies Record<Exclude<keyof Profile, keyof typeof chosen>, FieldProps>
  // What a document says needs no empty field beside it.
  const shown = Object.values(typed).filter(({ name, defaultValue }) => defaultValue !== '' || !(name in verified))
  const { steps } = await readCheckUp(session.userId, session.hash)
  return (
    <>
      <h1>{t('title')}</h1>
      <p className="mb-8 mt-3 text-soft">{t('lead')}</p>
      {welcome !== undefined && <Done>{t('welcome')}</Done>}
      {done === 'saved' && <Done>{t('saved')}</Done>}
      {done === 'email' && <Done>{t('emailChanged')}</Done>}
      {(await isMailboxInDoubt(session.userId)) && <MailboxInDoubt userId={session.userId} />}
      <div className="grid gap-5">
        <CheckUp steps={steps} />
        <LastActivity userId={session.userId} />
        <Panel id="email" title={t('emailTitle')} lead={t('emailLead')}>
          <p className="flex flex-wrap items-center gap-2">
            <span className="break-all font-medium">{email}</span>
            <Badge look="good">
              <BadgeCheck size={14} aria-hidden="true" />
              {t('confirmed')}
            </Badge>
          </p>
          <p className="mb-4 mt-4 text-soft">{change('lead')}</p>
          <ActionForm
            action={requestEmailChangeAction}
            submit={change('submit')}
            look="outline"
            fields={[{ label: change('field'), name: 'new_email', type: 'email', autoComplete: 'email', required: true, maxLength: 254 }]}
          />
        </Panel>
        <Panel title={t('detailsTitle')} lead={t('detailsLead')}>
          <ActionForm action={changeProfileAction} submit={t('save')} fields={shown}>
            {Object.entries(chosen).map(([name, options]) => (
              <Select
                label={t(name as keyof typeof chosen)}
                name={name}
                key={`${name} ${profile[name as keyof typeof chosen]}`}
                defaultValue={profile[name as keyof typeof chosen] ?? ''}
                options={[['', t('notStated')], ...options]}
              />
            ))}
          </ActionForm>
        </Panel>
        <VerifiedClaims userId={session.userId} values={verified} />
      </div>
    </>
  )
}
