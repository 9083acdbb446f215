import { BadgeCheck, Hourglass, TriangleAlert } from 'lucide-react'
import { getTranslations } from 'next-intl/server'
import { Badge } from '#components/ui/badge'
import { Button } from '#components/ui/button'
import { Notice } from '#components/ui/notice'
import { Panel } from '#components/ui/panel'
import { defaultFor, reaches } from '#lib/users/assurance'
import type { VerifiedClaims as Values } from '#lib/users/schema'
import { readOwnVerifications } from '#lib/verifications/page/read-own-verifications'
import { personTimes } from '../../../_i18n/times'
import { verifyAction } from '../verify-actions'

const ORDER = ['given_name', 'family_name', 'birthdate', 'age_over_18', 'nationality', 'document_number', 'document_expiry'] as const

/** What documents say about this person, since when and until when, what is still held of them, and how to renew it. */
export async function VerifiedClaims({ userId, values }: { userId: string; values: Values }) {
  const t = await getTranslations('ownVerifications')
  const names = await getTranslations('claims')
  const levels = await getTranslations('assurance')
  const times = await personTimes()
  const { claims, material } = await readOwnVerifications(userId)
  const now = new Date()
  const shown = ORDER.flatMap((name) => claims.filter((claim) => claim.name === name && values[name] !== undefined))
  const shownValue = (name: (typeof ORDER)[number]) =>
    name === 'birthdate' || name === 'document_expiry' ? times.date(String(values[name])) : name === 'age_over_18' ? names('yes') : values[name]
  return (
    <Panel title={t('title')} lead={t(shown.length > 0 ? 'lead' : 'none')}>
      {shown.length > 0 && (
        <ul className="mb-5 divide-y divide-line border-y border-line">
          {shown.map(({ name, assurance, verifiedAt, expiresAt, lastDay, isSuspended, appName }) => {
            const isOver = expiresAt !== null && expiresAt <= now
            return (
              <li key={name} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-3">
                <div className="min-w-0">
                  <p className="text-sm text-soft">{names(name as 'given_name')}</p>
                  <p className="break-words font-medium">{shownValue(name as 'given_name')}</p>
                  <p className="text-sm text-soft">
                    {appName ? t('sourceApp', { date: times.day(verifiedAt), app: appName }) : t('source', { date: times.day(verifiedAt) })}
                    {` · ${levels(`${assurance}.title`)}`}
                    {lastDay && ` · ${t(isOver ? 'ranOut' : 'until', { date: times.date(lastDay) })}`}
                  </p>
                </div>
                <Badge look={isOver || isSuspended ? 'warn' : 'good'}>
                  {isOver || isSuspended ? <TriangleAlert size={14} aria-hidden="true" /> : <BadgeCheck size={14} aria-hidden="true" />}
                  {t(isSuspended ? 'suspended' : isOver ? 'over' : 'verified')}
                </Badge>
              </li>
            )
          })}
        </ul>
      )}
      {shown.some(({ name, assurance, isSuspended }) => !isSuspended && !reaches(assurance, defaultFor(name))) && (
        <div className="mb-5">
          <Notice>{t('weak')}</Notice>
        </div>
      )}
      {claims.some(({ isSuspended }) => isSuspended) && (
        <div className="mb-5 grid gap-3">
          <Notice look="warn">{t('suspendedBody')}</Notice>
          <form action={verifyAction} method="post">
            <Button type="submit">{t('withFace')}</Button>
          </form>
        </div>
      )}
      {material.map(({ id, appName, isPictures, goneBy }) => (
        <p key={id} className="mb-4 flex gap-3 rounded-xl bg-sunken px-4 py-3 text-sm">
          <Hourglass size={18} aria-hidden="true" className="mt-0.5 shrink-0 text-accent" />
          {t(isPictures ? 'pictures' : 'reading', { app: appName ?? t('yourself'), when: times.fromNow(goneBy, now) })}
        </p>
      ))}
      <form action={verifyAction} method="post">
        <Button type="submit" look="outline">
          {t(shown.length > 0 ? 'again' : 'begin')}
        </Button>
      </form>
    </Panel>
  )
}
