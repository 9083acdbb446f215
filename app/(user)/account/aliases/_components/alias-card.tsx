import { getTranslations } from 'next-intl/server'
import { Badge } from '#components/ui/badge'
import { Breakable } from '#components/ui/breakable'
import { Button } from '#components/ui/button'
import type { Traffic } from '#lib/relay/panel/read-traffic'
import type { TestMail } from '#lib/relay/panel/test-mail'
import type { listAliases } from '#lib/users/aliases/switch-alias'
import { sendTestMailAction, switchAliasAction } from '../actions'
import { AliasPaused } from './alias-paused'
import { AliasTraffic } from './alias-traffic'
import { TestProgress } from './test-progress'

type Alias = Awaited<ReturnType<typeof listAliases>>[number]

export async function AliasCard({ alias, traffic, testMail }: { alias: Alias; traffic: Traffic | undefined; testMail: TestMail | null }) {
  const t = await getTranslations('aliases')
  const pausedAt = traffic?.pausedAt ?? null
  const forwards = alias.isShared && !alias.isOff && !pausedAt
  return (
    <li id={alias.appId} className="scroll-mt-6 rounded-card border border-line bg-surface p-5 sm:p-6">
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-3">
        <div className="min-w-0">
          <h2>{alias.appName}</h2>
          <p className="mt-1 font-medium">
            <Breakable text={alias.address} />
          </p>
          <p className="mt-2 flex flex-wrap gap-2">
            <Badge look={alias.isOff ? 'warn' : 'good'}>{t(alias.isOff ? 'off' : 'on')}</Badge>
            {pausedAt && <Badge look="warn">{t('paused')}</Badge>}
            <Badge>{t(alias.isShared ? 'shared' : 'notShared')}</Badge>
          </p>
        </div>
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
      </div>
      {pausedAt && <AliasPaused alias={alias} since={pausedAt} />}
      <AliasTraffic traffic={traffic} />
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
