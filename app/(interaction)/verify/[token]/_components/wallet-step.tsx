import { getTranslations } from 'next-intl/server'
import type { Visit } from '#lib/verifications/page/visit-verification'
import type { WalletVisit } from '#lib/verifications/wallet/about-wallet'
import { declineAction } from '../actions'
import { leaveWalletAction } from '../wallet-actions'
import { FormButton } from './form-button'
import { Steps } from './steps'
import { WalletAnswered } from './wallet-answered'
import { WalletWaiting } from './wallet-waiting'
import { WatchProgress } from './watch-progress'

type Question = NonNullable<WalletVisit['question']>

/** Whether a page is for what goes on between a person and their wallet. What the browser asks it asks above the page. */
export const isWithWallet = (question: Question | null | undefined): question is Question =>
  question?.status === 'presented' || (question?.status === 'waiting' && !question.isByBrowser)

/** While a wallet is asked. It goes on by itself; without a script the page asks again. */
export async function WalletStep({ token, visit, question }: { token: string; visit: Visit; question: Question }) {
  const t = await getTranslations('wallet')
  const own = await getTranslations('verification')
  const isTyping = question.status === 'presented' && question.isJudged
  return (
    <>
      <Steps at="stepPictures" by="wallet" />
      {!isTyping && (
        <noscript>
          <meta httpEquiv="refresh" content="5" />
        </noscript>
      )}
      <WatchProgress token={token} progress={visit.progress} />
      {question.status === 'waiting' ? <WalletWaiting question={question} /> : <WalletAnswered token={token} question={question} />}
      <div className="mt-6 flex flex-wrap justify-center gap-x-4">
        {visit.least !== 'wallet' && (
          <FormButton action={leaveWalletAction} token={token} look="quiet">
            {t('photographInstead')}
          </FormButton>
        )}
        <FormButton action={declineAction} token={token} look="quiet">
          {own('stop')}
        </FormButton>
      </div>
    </>
  )
}
