import Link from 'next/link'
import { getTranslations } from 'next-intl/server'
import { buttonClass } from '#components/ui/button'

/** For whoever decides whether a company logs its people in here: what is different, and where it is shown. */
export async function Why() {
  const t = await getTranslations('home')
  const reasons = [
    [t('whySingle'), t('whySingleBody')],
    [t('whyVerdict'), t('whyVerdictBody')],
    [t('whyControl'), t('whyControlBody')],
    [t('whyOpen'), t('whyOpenBody')],
  ] as const
  const proofs = [
    ['/security', t('whySecurity')],
    ['/processing', t('whyProcessing')],
    ['/status', t('whyStatus')],
    ['/docs/versioning', t('whyVersions')],
  ] as const
  return (
    <section aria-labelledby="why" className="mt-16 sm:mt-24">
      <h2 id="why" className="text-[1.75rem]">
        {t('whyTitle')}
      </h2>
      <ul className="mt-6 grid gap-x-12 gap-y-8 md:grid-cols-2">
        {reasons.map(([title, body]) => (
          <li key={title} className="border-t border-line pt-4">
            <h3 className="font-display text-xl">{title}</h3>
            <p className="mt-1.5 max-w-md text-soft">{body}</p>
          </li>
        ))}
      </ul>
      <div className="mt-8 flex flex-wrap items-center gap-x-6 gap-y-2">
        <Link href="/company/register" prefetch={false} className={buttonClass('solid')}>
          {t('whyBegin')}
        </Link>
        {proofs.map(([href, text]) => (
          <Link
            key={href}
            href={href}
            prefetch={false}
            className="inline-flex min-h-11 items-center underline decoration-line-strong underline-offset-4 hover:decoration-ink"
          >
            {text}
          </Link>
        ))}
      </div>
    </section>
  )
}
