import type { Metadata } from 'next'
import { redirect } from 'next/navigation'
import { getTranslations } from 'next-intl/server'
import { ActionForm } from '#components/ui/action-form'
import { buttonClass } from '#components/ui/button'
import { ButtonForm } from '#components/ui/button-form'
import { deviceHashOf } from '#lib/accounts/client'
import { env } from '#lib/core/env'
import { readUserSession } from '#lib/session/user-session'
import { readWaiting, type WaitingBrowser } from '#lib/session/waiting'
import { isProvenElsewhere } from '#lib/users/mail-code/answer-mail-code'
import { numberOf } from '#lib/users/mail-code/confirm-elsewhere'
import { oneOf } from '../form-text'
import { entryPath } from '../where-to'
import { GoOnByItself } from './_components/go-on-by-itself'
import { SendWhenComplete } from './_components/send-when-complete'
import { WatchForLink } from './_components/watch-for-link'
import { codeAction, goOnAction, sendAgainAction } from './actions'

const CORRECT = { register: '/register', log_in: '/login', recover: '/recover', document: '/recover' } as const

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('waiting'))('title') }
}

type Search = Promise<Record<string, string | string[] | undefined>>

/** Somebody asked for a mail in this tab, and goes on here. The same page whether there is an account or not. */
export default async function WaitingPage({ searchParams }: { searchParams: Search }) {
  const waiting = await readWaiting(oneOf((await searchParams).wait))
  if (!waiting) redirect((await readUserSession()) ? '/account' : '/login')
  if (await isProvenElsewhere(waiting)) return <Proven wait={waiting.id} />
  return <Waiting waiting={waiting} />
}

async function Waiting({ waiting }: { waiting: WaitingBrowser }) {
  const t = await getTranslations('waiting')
  const login = await getTranslations('login')
  const isRegistration = waiting.for === 'register'
  return (
    <>
      <h1>{t('title')}</h1>
      <p className="mb-6 mt-3 text-soft" role="status">
        {t.rich(waiting.for, { email: () => <strong className="font-semibold text-ink wrap-anywhere">{waiting.email}</strong> })}
      </p>
      <ActionForm
        action={codeAction}
        submit={t('submit')}
        hidden={{ wait: waiting.id }}
        fields={[
          {
            label: t('code'),
            name: 'code',
            hint: t('hint'),
            inputMode: 'numeric',
            autoComplete: 'one-time-code',
            required: true,
            maxLength: 60,
            autoFocus: true,
          },
        ]}
      >
        <SendWhenComplete name="code" digits={6} />
      </ActionForm>
      {isRegistration && (
        <p className="mt-5 rounded-xl bg-sunken px-4 py-3 text-sm text-soft">
          {t.rich('elsewhere', {
            number: numberOf(deviceHashOf(waiting.secret)),
            b: (text) => <strong className="text-ink tabular-nums">{text}</strong>,
          })}
        </p>
      )}
      <div className="mt-3 flex flex-wrap justify-between gap-x-4">
        <ButtonForm action={sendAgainAction} hidden={{ wait: waiting.id }} look="quiet">
          {t('again')}
        </ButtonForm>
        <a href={entryPath(CORRECT[waiting.for], waiting, { correct: waiting.id })} className={buttonClass('quiet')}>
          {t('correct')}
        </a>
      </div>
      {isRegistration && (
        <>
          <WatchForLink />
          <noscript>
            <ButtonForm action={goOnAction} hidden={{ wait: waiting.id }} look="outline">
              {t('opened')}
            </ButtonForm>
          </noscript>
        </>
      )}
      {env().EMBEDDED && (
        <a href="/dev/outbox" target="_blank" rel="noreferrer" className={buttonClass('quiet')}>
          {login('outbox')}
        </a>
      )}
    </>
  )
}

async function Proven({ wait }: { wait: string }) {
  const t = await getTranslations('waiting')
  return (
    <div role="status">
      <h1>{t('provenTitle')}</h1>
      <p className="mb-6 mt-3 text-soft">{t('provenBody')}</p>
      <GoOnByItself>
        <ButtonForm action={goOnAction} hidden={{ wait }}>
          {t('submit')}
        </ButtonForm>
      </GoOnByItself>
    </div>
  )
}
