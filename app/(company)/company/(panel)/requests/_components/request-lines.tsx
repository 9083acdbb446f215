import { getTranslations } from 'next-intl/server'
import { Badge } from '#components/ui/badge'
import type { ShownLine } from '#lib/request-log/read-requests'
import { browserTimes } from '../../../../../_i18n/times'
import { failureWords } from './words'

/** One request after the other, the newest first, each with the sentence that mends it where it failed. */
export async function RequestLines({ lines }: { lines: ShownLine[] }) {
  const t = await getTranslations('requests')
  const times = await browserTimes()
  const words = await failureWords()
  return (
    <ul className="grid grid-cols-[minmax(0,1fr)] gap-2">
      {lines.map((line) => {
        const said = line.reason ? words.ofReason(line.reason) : line.code && words.ofCode(line.code, line.endpoint.includes(' /oauth2/'))?.fix
        const facts = [line.caller ?? t('gone'), line.latency !== null && t(`classes.${String(line.latency) as '0'}`), line.library]
        return (
          <li key={line.request_id} className="grid gap-1 rounded-xl border border-line bg-surface px-4 py-3">
            <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
              <span className="min-w-0 font-mono text-sm font-semibold wrap-anywhere">{line.endpoint}</span>
              <Badge look={line.code ? 'warn' : 'good'}>
                {line.status}
                {line.code && ` ${line.code}`}
              </Badge>
            </div>
            {said && <p className="text-sm">{said}</p>}
            <p className="text-sm text-soft wrap-anywhere">
              <time dateTime={line.at.toISOString()}>{times.utcMoment(line.at)} UTC</time>
              {facts.filter(Boolean).map((fact) => ` · ${fact}`)}
            </p>
            <p className="font-mono text-xs text-soft wrap-anywhere">{line.request_id}</p>
          </li>
        )
      })}
    </ul>
  )
}
