import { ExternalLink, ScanLine } from 'lucide-react'
import { getTranslations } from 'next-intl/server'
import { toString as toQrSvg } from 'qrcode'
import { buttonClass } from '#components/ui/button'
import { Notice } from '#components/ui/notice'
import type { WalletVisit } from '#lib/verifications/wallet/about-wallet'

type Question = NonNullable<WalletVisit['question']>

/** A question that waits for a wallet: to scan with a phone, or to open here. On a phone the second comes first. */
export async function WalletWaiting({ question }: { question: Question }) {
  const t = await getTranslations('wallet')
  const svg = await toQrSvg(question.link, { type: 'svg', margin: 2, errorCorrectionLevel: 'M' })
  const query = question.link.slice(question.link.indexOf('?'))
  if (question.specimens === 'alone')
    return (
      <>
        <h1>{t('waitTitle')}</h1>
        <p className="mb-5 mt-3 text-soft">{t('hereTestHint')}</p>
        <a href={`/dev/wallet${query}`} className={buttonClass('solid', 'w-full')}>
          {t('hereSpecimen')}
        </a>
      </>
    )
  return (
    <>
      <h1>{t('waitTitle')}</h1>
      <div className="mt-4 empty:hidden">{question.isFetched && <Notice>{t('fetched')}</Notice>}</div>
      <div className="mt-6 grid gap-8">
        <section aria-labelledby="scan" className="grid justify-items-center gap-3 text-center pointer-coarse:order-last">
          <h2 id="scan" className="flex items-center gap-2.5 text-lg">
            <ScanLine size={20} aria-hidden="true" className="shrink-0 text-accent" />
            {t('scanTitle')}
          </h2>
          {/* biome-ignore lint/performance/noImgElement: a picture made for this answer only */}
          <img
            src={`data:image/svg+xml;utf8,${encodeURIComponent(svg)}`}
            alt={t('scanAlt')}
            width={256}
            height={256}
            className="max-w-full rounded-xl border border-line bg-white p-2"
          />
          <p className="text-sm text-soft">{t('scan')}</p>
        </section>
        <section aria-labelledby="here" className="grid gap-3">
          <h2 id="here" className="text-lg">
            {t('hereTitle')}
          </h2>
          <a href={question.link} className={buttonClass('outline')}>
            <ExternalLink size={18} aria-hidden="true" className="shrink-0" />
            {t('here')}
          </a>
          {question.specimens && (
            <>
              <p className="text-sm text-soft">{t('hereSpecimenHint')}</p>
              <a href={`/dev/wallet${query}`} className={buttonClass('outline')}>
                {t('hereSpecimen')}
              </a>
            </>
          )}
        </section>
      </div>
    </>
  )
}
