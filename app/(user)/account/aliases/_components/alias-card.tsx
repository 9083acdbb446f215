import { getTranslations } from 'next-intl/server'
import { Badge } from '#components/ui/badge'
import { Breakable } from '#components/ui/breakable'
import { Button } from '#components/ui/button'
import { isClaimed } from '#lib/apps/face/app-face'
import type { Traffic } from '#lib/relay/panel/read-traffic'
import type { TestMail } from '#lib/relay/panel/test-mail'
import type { Sender } from '#lib/relay/senders/senders'
import type { listAliases } from '#lib/users/aliases/switch-alias'
import { AppLinks } from '../../../../_components/app-links'
import { AppMark } from '../../../../_components/app-logo'
import { sendTestMailAction, switchAliasAction } from '../actions'
import { AliasPaused } from './alias-paused'
import { AliasTraffic } from './alias-traffic'
import { OtherMailChoice } from './other-mail-choice'
import { Senders } from './senders'
import { TestProgress } from './test-progress'

type Alias = Awaited<ReturnType<typeof listAliases>>[number]

type Props = { alias: Alias; traffic: Traffic | undefined; testMail: TestMail | null; senders: Sender[]; isSendersOpen: boolean; isInTest: boolean }

export async function AliasCard({ alias, traffic, testMail, senders, isSendersOpen, isInTest }: Props) {
  const t = await getTranslations('aliases')
  const consent = await getTranslations('consent')
  const pausedAt = traffic?.pausedAt ?? null
  const isStopped = traffic?.isStopped === true
  // Off can be undone; where nobody has the address there is nothing to switch off.
  const canSwitch = alias.isOff || alias.isShared
  // To a demo person no mail leaves.
  const forwards = !isInTest && alias.isShared && !alias.isOff && !pausedAt && !isStopped
  return (
    <li id={alias.appId} className="scroll-mt-6 rounded-card border border-line bg-surface p-5 sm:p-6">
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-3">
        <div className="min-w-0">
          <div className="flex items-center gap-3">
            <AppMark name={alias.appName} face={alias.face} size={40} />
            <h2 className="min-w-0">{alias.appName}</h2>
          </div>
          <p className="mt-1 font-medium">
            <Breakable text={alias.address} />
          </p>
          <p className="mt-2 flex flex-wrap gap-2">
            {alias.isOff ? <Badge look="warn">{t('off')}</Badge> : alias.isShared && <Badge look="good">{t('on')}</Badge>}
            {(pausedAt || isStopped) && <Badge look="warn">{t('paused')}</Badge>}
            <Badge>{t(alias.isShared ? 'shared' : 'notShared')}</Badge>
          </p>
        </div>
        {canSwitch && (
          <form action={switchAliasAction} method="post">
            <input type="hidden" name="app_id" value={alias.appId} />
            <Button
              type="submit"
              name="switch"
              value={alias.isOff ? 'on' : 'off'}
              look="outline"
              aria-label={t(alias.isOff ? 'switchOnFor' : 'switchOffFor', { app: alias.appName })}
            >
              {t(alias.isOff ? 'switchOn' : 'switchOff')}
            </Button>
          </form>
        )}
      </div>
      {isStopped && <p className="mt-4">{t('stopped')}</p>}
      {pausedAt && !isStopped && <AliasPaused alias={alias} since={pausedAt} />}
      <AppLinks app={alias.appName} links={alias.face.links} />
      {isClaimed(alias.face) && <p className="mt-1 text-sm text-soft">{consent('faceClaimed', { company: alias.companyName })}</p>}
      <AliasTraffic traffic={traffic} />
      {alias.isShared && <OtherMailChoice alias={alias} />}
      {(alias.isShared || senders.length > 0) && <Senders alias={alias} senders={senders} isOpen={isSendersOpen} />}
      {testMail && <TestProgress testMail={testMail} />}
      {forwards && (
        <form action={sendTestMailAction} method="post" className="mt-4">
          <input type="hidden" name="app_id" value={alias.appId} />
          <Button type="submit" look="quiet" aria-label={t('sendTestFor', { app: alias.appName })}>
            {t('sendTest')}
          </Button>
        </form>
      )}
    </li>
  )
}
