import { getTranslations } from 'next-intl/server'
import { HELD } from '#lib/relay/limits'
import type { Traffic } from '#lib/relay/panel/read-traffic'
import { personTimes } from '../../../../_i18n/times'

const DAY_SECONDS = 24 * 3600

/** What the alias did so far. */
export async function AliasTraffic({ traffic }: { traffic: Traffic | undefined }) {
  const t = await getTranslations('aliases')
  const times = await personTimes()
  const { forwarded = 0, waiting = 0, held = 0, lastForwardedAt = null, problem = null } = traffic ?? {}
  const facts: [label: string, value: string][] = [
    [t('forwarded'), t('forwardedCount', { count: forwarded })],
    [t('lastMail'), lastForwardedAt ? times.moment(lastForwardedAt) : t('never')],
    ...(waiting > 0 ? [[t('waiting'), t('waitingCount', { count: waiting })] as [string, string]] : []),
    ...(held > 0 ? [[t('held'), t('heldCount', { count: held, days: HELD.seconds / DAY_SECONDS })] as [string, string]] : []),
    ...(problem
      ? [
          [t('lastProblem'), t('problemAt', { problem: t(`problems.${problem.kind}`), code: problem.code, when: times.moment(problem.at) })] as [
            string,
            string,
          ],
        ]
      : []),
  ]
  return (
    <dl className="mt-4 grid gap-x-6 gap-y-3 border-t border-line pt-4 text-sm sm:grid-cols-2">
      {facts.map(([label, value]) => (
        <div key={label}>
          <dt className="text-soft">{label}</dt>
          <dd className="font-medium">{value}</dd>
        </div>
      ))}
    </dl>
  )
}
