import { BookUser, IdCard, RectangleEllipsis } from 'lucide-react'
import { getTranslations } from 'next-intl/server'
import { Button } from '#components/ui/button'
import { Notice } from '#components/ui/notice'
import type { Visit } from '#lib/verifications/page/visit-verification'
import { MATERIAL_LOST } from '#lib/verifications/worker/recover-lost'
import { personTimes } from '../../../../_i18n/times'
import { chooseDocumentAction, declineAction, reuseAction } from '../actions'
import { FormButton } from './form-button'
import { HandOff } from './hand-off'
import { Picture } from './picture'
import { Specimens } from './specimens'
import { Steps, shownBy } from './steps'
import { UseWallet } from './use-wallet'
import { WatchProgress } from './watch-progress'

/** Which document, and then picture after picture. */
export async function TakePictures({ token, visit, fault }: { token: string; visit: Visit; fault: string | undefined }) {
  const t = await getTranslations('verification')
  const wallet = await getTranslations('wallet')
  const panel = await getTranslations('companyPanel')
  // No camera reaches what an issuer's signature does.
  const isWalletOnly = visit.least === 'wallet'
  return (
    <>
      <Steps at="stepPictures" by={shownBy(visit)} />
      <WatchProgress token={token} progress={visit.progress} />
      {visit.failure === MATERIAL_LOST && (
        <div className="mb-6">
          <Notice>{t('materialLost')}</Notice>
        </div>
      )}
      {visit.hasPhone && (
        <div className="mb-6">
          <Notice>{t('phoneHasIt')}</Notice>
        </div>
      )}
      {visit.documentKind && visit.nextPicture ? (
        <Picture token={token} visit={visit} fault={fault} />
      ) : (
        <>
          <h1 className={visit.wallet || visit.earlier ? 'mb-6' : 'mb-3'}>
            {visit.wallet ? wallet(isWalletOnly ? 'onlyTitle' : 'howTitle') : t('chooseTitle')}
          </h1>
          {visit.earlier && <Earlier token={token} verifiedAt={visit.earlier.verifiedAt} company={visit.app?.company ?? null} />}
          {visit.wallet && <UseWallet token={token} visit={visit} />}
          {!isWalletOnly && <ChooseDocument token={token} title={visit.wallet && 'section'} />}
        </>
      )}
      {!isWalletOnly && <Specimens token={token} visit={visit} />}
      {!isWalletOnly && (
        <HandOff
          token={token}
          texts={{
            lead: t('phoneLead'),
            show: t('phoneShow'),
            alt: t('phoneAlt'),
            scan: t('phoneScan'),
            again: t('phoneAgain'),
            address: t('phoneAddress'),
            copy: panel('copy'),
            copied: panel('copied'),
          }}
        />
      )}
      <div className="mt-3 flex justify-center">
        <FormButton action={declineAction} token={token} look="quiet">
          {t('stop')}
        </FormButton>
      </div>
    </>
  )
}

/** @param title null where the page has one already */
export async function ChooseDocument({ token, title = 'page' }: { token: string; title?: 'page' | 'section' | null }) {
  const t = await getTranslations('verification')
  const wallet = await getTranslations('wallet')
  const kinds = [
    ['passport', BookUser],
    ['card', IdCard],
    ['single', RectangleEllipsis],
  ] as const
  return (
    <>
      {title === 'section' && <h2 className="mb-3">{wallet('photographTitle')}</h2>}
      {title === 'page' && <h1 className="mb-3">{t('chooseTitle')}</h1>}
      <p className="text-soft">{t('chooseLead')}</p>
      <form action={chooseDocumentAction} method="post" className="mt-6 grid gap-3 sm:grid-cols-3">
        <input type="hidden" name="token" value={token} />
        {kinds.map(([kind, Icon]) => (
          <Button key={kind} type="submit" name="document" value={kind} look="outline" className="flex-col gap-3 py-6">
            <Icon size={32} strokeWidth={1.5} aria-hidden="true" className="text-accent" />
            {t(kind)}
          </Button>
        ))}
      </form>
    </>
  )
}

async function Earlier({ token, verifiedAt, company }: { token: string; verifiedAt: Date; company: string | null }) {
  const t = await getTranslations('verification')
  const times = await personTimes()
  const date = times.longDay(verifiedAt)
  return (
    <section aria-labelledby="earlier" className="mb-8 rounded-xl border border-accent bg-accent-wash p-4">
      <h2 id="earlier" className="text-lg">
        {t('earlierTitle')}
      </h2>
      <p className="mb-4 mt-1.5 text-sm">{company ? t('earlierBody', { date, company }) : t('earlierBodyOwn', { date })}</p>
      <FormButton action={reuseAction} token={token}>
        {t('earlierUse')}
      </FormButton>
    </section>
  )
}
