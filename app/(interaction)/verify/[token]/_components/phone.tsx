import { getTranslations } from 'next-intl/server'
import { readBrowserSecret } from '#lib/session/browser-secret'
import { type PhoneLink, readPhoneLink } from '#lib/verifications/page/hand-off'
import { visitAsPhone } from '#lib/verifications/page/visit-verification'
import { TestMark } from '../../../../_components/test-mark'
import { takeOverAction } from '../actions'
import { FormButton } from './form-button'
import { Picture } from './picture'
import { Recovery } from './recovery'
import { Said } from './said'
import { ChooseDocument } from './take-pictures'

/** A phone that takes pictures for a session begun elsewhere. It never sees what was read. */
export async function Phone({ token, fault }: { token: string; fault: string | undefined }) {
  const link = await readPhoneLink(token, await readBrowserSecret('capture'))
  if (link.kind === 'dead') return <Said what="phoneDead" />
  if (link.kind === 'unused') return <Welcome token={token} link={link} />
  if (link.kind === 'over' && link.recovery) return <Recovery token={token} {...link.recovery} />
  if (link.kind === 'over') return <Said what={link.isDone ? 'phoneDone' : 'phoneOver'} />
  const visit = link.kind === 'taken' ? await visitAsPhone(link.sessionId) : null
  if (visit?.status !== 'in_progress') return <Said what={visit ? 'phoneDone' : 'phoneOver'} />
  return (
    <>
      {visit.app?.isTest && <TestMark company={visit.app.company} />}
      {visit.nextPicture ? <Picture token={token} visit={visit} fault={fault} /> : <ChooseDocument token={token} />}
    </>
  )
}

/** Whose account the pictures are for, before anything is taken. Opening the link uses nothing up. */
async function Welcome({ token, link }: { token: string; link: Extract<PhoneLink, { kind: 'unused' }> }) {
  const t = await getTranslations('verification')
  const { appName, account, testOf } = link
  return (
    <>
      {testOf !== null && <TestMark company={testOf} />}
      <h1>{t('phoneTitle')}</h1>
      <p className="mt-3 text-soft">{appName ? t('phoneBody', { app: appName, account }) : t('phoneBodyOwn', { account })}</p>
      <p className="mb-6 mt-3 rounded-xl bg-warn-wash px-4 py-3 text-sm">{t('phoneWarning')}</p>
      <FormButton action={takeOverAction} token={token}>
        {t('phoneGo')}
      </FormButton>
    </>
  )
}
