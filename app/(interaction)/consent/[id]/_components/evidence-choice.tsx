import { getTranslations } from 'next-intl/server'
import type { EvidenceItem } from '#lib/oauth/interaction/evidence-item'
import { EVIDENCE } from '#lib/scopes/catalog'
import { browserTimes } from '../../../../_i18n/times'
import { ChoiceRow } from './choice-row'

type Props = { item: EvidenceItem; isOff: boolean; isReturning: boolean }

/** What an app is told besides claims: how they were verified, in plain words, no more of it than it asks for. */
export async function EvidenceChoice({ item, isOff, isReturning }: Props) {
  const t = await getTranslations('consent.evidence')
  const times = await browserTimes()
  return (
    <ChoiceRow
      value={EVIDENCE}
      title={t('title')}
      isTicked={item.isTicked && !isOff}
      isNew={isReturning && item.isNew}
      isDeclined={isReturning && !item.isNew && !item.isTicked}
      about={
        <>
          <p className="text-soft">
            {t(item.asksType ? 'bodyType' : 'body')}
            {item.asksTime && ` ${t('bodyDay')}`}
          </p>
          {item.told.length === 0 && <p className="mt-1 text-warn">{t('nothing')}</p>}
          {item.told.map(({ trust_framework, evidence, time }) => (
            <dl key={JSON.stringify([trust_framework, evidence, time])} className="mt-1.5 grid gap-x-4 gap-y-0.5 sm:grid-cols-[max-content_1fr]">
              <Fact term={t('rules')}>{t(`rules_${trust_framework}`)}</Fact>
              {evidence && <Fact term={t('shownBy')}>{t(`shownBy_${evidence[0].type}`)}</Fact>}
              {time && <Fact term={t('day')}>{times.date(time.slice(0, 10))}</Fact>}
            </dl>
          ))}
        </>
      }
    />
  )
}

const Fact = ({ term, children }: { term: string; children: string }) => (
  <div className="contents">
    <dt className="text-soft">{term}</dt>
    <dd className="mb-1 min-w-0 font-medium sm:mb-0">{children}</dd>
  </div>
)
