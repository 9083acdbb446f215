import { getTranslations } from 'next-intl/server'
import { Steps } from './steps'
import { WatchProgress } from './watch-progress'

/** While the pictures are read. Without a script the page asks again by itself. */
export async function Progress({ token, progress }: { token: string; progress: string }) {
  const t = await getTranslations('verification')
  return (
    <>
      <Steps at="stepCheck" />
      <noscript>
        <meta httpEquiv="refresh" content="3" />
      </noscript>
      <WatchProgress token={token} progress={progress} />
      <div role="status">
        <h1>{t('readingTitle')}</h1>
        <p className="mt-3 text-soft">{t('readingBody')}</p>
      </div>
      <div aria-hidden="true" className="mt-6 h-1.5 overflow-hidden rounded-full bg-line">
        <div className="h-full w-1/3 animate-pulse rounded-full bg-accent" />
      </div>
    </>
  )
}
