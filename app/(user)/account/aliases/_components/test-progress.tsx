import { Check, Circle, LoaderCircle } from 'lucide-react'
import Link from 'next/link'
import { getTranslations } from 'next-intl/server'
import { RefreshWhile } from '#components/ui/refresh-while'
import { env } from '#lib/core/env'
import type { TestMail } from '#lib/relay/panel/test-mail'
import { personTimes } from '../../../../_i18n/times'

const LINK = 'inline-flex min-h-11 items-center text-accent underline underline-offset-4'

/** The hops of a test mail, as far as it has come. */
export async function TestProgress({ testMail }: { testMail: TestMail }) {
  const t = await getTranslations('aliases')
  const times = await personTimes()
  const next = testMail.hops.findIndex(({ at }) => at === null)
  return (
    <section className="mt-4 rounded-xl bg-sunken p-4 sm:p-5">
      <h3 className="font-semibold">{t('testTitle')}</h3>
      <p className="mt-1 text-sm text-soft">{t('testLead')}</p>
      <div role="status">
        <ol className="mt-3 grid gap-2.5 text-sm">
          {testMail.hops.map(({ hop, at }, index) => {
            const isNext = index === next && !testMail.isOver
            const Icon = at ? Check : isNext ? LoaderCircle : Circle
            return (
              <li key={hop} className="flex items-start gap-2.5">
                <Icon
                  size={18}
                  className={at ? 'mt-0.5 text-accent' : 'mt-0.5 text-soft'}
                  aria-label={t(at ? 'hopDone' : isNext ? 'hopNext' : 'hopWaiting')}
                />
                <span className={at ? '' : 'text-soft'}>
                  {t(`hops.${hop}`)}
                  {at && (
                    <time dateTime={at.toISOString()} className="ml-2 tabular-nums text-soft">
                      {times.clock(at)}
                    </time>
                  )}
                </span>
              </li>
            )
          })}
        </ol>
      </div>
      <Outcome testMail={testMail} />
    </section>
  )
}

async function Outcome({ testMail: { id, hops, problem, isOver } }: { testMail: TestMail }) {
  const t = await getTranslations('aliases')
  const isDelivered = hops.every(({ at }) => at !== null)
  const isInOutbox = env().EMBEDDED && !env().SMTP_URL
  const wasTaken = hops.some(({ hop, at }) => hop === 'queued' && at !== null)
  return (
    <div className="mt-3 text-sm">
      {problem && !wasTaken && <p>{t('testRefused', { code: problem.code })}</p>}
      {problem && wasTaken && (
        <p>
          {t('testProblem', { problem: t(`problems.${problem.kind}`), code: problem.code })} {t('testRetry')}
        </p>
      )}
      {isDelivered && <p>{t(isInOutbox ? 'testInOutbox' : 'testDelivered')}</p>}
      {isDelivered && isInOutbox && (
        <Link href="/dev/outbox" prefetch={false} className={LINK}>
          {t('openOutbox')}
        </Link>
      )}
      {!isOver && <RefreshWhile everyMs={1000} href={`/account/aliases?test=${id}`} text={t('lookAgain')} />}
    </div>
  )
}
