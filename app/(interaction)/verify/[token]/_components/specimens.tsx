import { Download } from 'lucide-react'
import { getTranslations } from 'next-intl/server'
import { buttonClass } from '#components/ui/button'
import { reaches } from '#lib/users/assurance'
import type { PhoneVisit } from '#lib/verifications/page/visit-verification'

/** Where nothing is real, documents of people who do not exist and pictures of their holders, to try it with. */
export async function Specimens({ token, visit }: { token: string; visit: PhoneVisit }) {
  if (!visit.takesSpecimens) return null
  const t = await getTranslations('verification')
  const faces = ['selfie', `turned_${visit.headTurn ?? 'left'}`] as const
  const kinds = [
    ...(visit.documentKind === 'card' ? [] : (['passport'] as const)),
    ...(visit.documentKind === null || visit.documentKind === 'card' ? (['card', 'card_front'] as const) : []),
    ...(reaches(visit.least, 'person') ? faces : []),
  ]
  return (
    <section aria-labelledby="specimens" className="mt-6 rounded-xl bg-sunken p-4">
      <h2 id="specimens" className="text-lg">
        {t('specimenTitle')}
      </h2>
      <p className="mt-1 text-sm text-soft">{t('specimenBody')}</p>
      <div className="mt-2 flex flex-wrap gap-x-5">
        {kinds.map((kind) => (
          <a key={kind} href={`/verify/${token}/specimen/${kind}`} download className={buttonClass('quiet')}>
            <Download size={16} aria-hidden="true" />
            {t(`specimen_${kind}`)}
          </a>
        ))}
      </div>
    </section>
  )
}
