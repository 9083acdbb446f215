'use client'

import { SquareCheck } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { isColour, readableColours } from '#lib/apps/face/readable-colours'
import { addressLines } from '#lib/apps/redirect-uri-advice'
import type { ScopeName } from '#lib/scopes/catalog'
import { AppMark, AppStripe } from '../../../../../_components/app-logo'
import { CompanyBadge } from '../../../../../_components/company-badge'
import type { AppDraft } from './app-draft'
import type { CatalogScope } from './scope-choices'

export type PreviewFrame = { companyName: string; isCompanyVerified: boolean; aliasDomain: string; logoPath: string | null }

/** The consent screen as people will see it, following every keystroke. The person in it is made up. */
export function ConsentPreview({ draft, catalog, frame }: { draft: AppDraft; catalog: CatalogScope[]; frame: PreviewFrame }) {
  const t = useTranslations('appForm')
  const consent = useTranslations('consent')
  const words = useTranslations('scopes')
  const linkWords = useTranslations('appLinks')
  const app = draft.name.trim() || t('preview.unnamed')
  const colour = draft.brandColor.trim().toLowerCase()
  const face = { logoPath: frame.logoPath, colours: isColour(colour) ? readableColours(colour) : null }
  const links = (['tos', 'policy', 'support'] as const).filter((name) => draft[`${name}Uri`].trim() !== '')
  const asked = catalog.filter(({ name, always_granted: isAlways }) => isAlways || draft.scopes.includes(name))
  const samples: Record<ScopeName, string | null> = {
    openid: null,
    profile: t('preview.profile'),
    given_name: t('preview.givenName'),
    email: `q7h2mzk4xw@${frame.aliasDomain}`,
    age_over_18: t('preview.adult'),
    offline_access: null,
  }
  return (
    <section aria-labelledby="preview" className="lg:sticky lg:top-6">
      <h2 id="preview" className="font-sans text-sm font-semibold tracking-normal">
        {t('preview.title')}
      </h2>
      <p className="mt-1 text-sm text-soft">{t('preview.lead')}</p>
      <div className="mt-3 rounded-card border border-line bg-surface p-5 text-sm">
        <AppStripe face={face} />
        <div className="flex items-start gap-3">
          <AppMark name={app} face={face} size={40} />
          <p className="min-w-0 wrap-anywhere font-display text-xl leading-tight tracking-tight">{consent('title', { app })}</p>
        </div>
        <p className="mt-2 flex flex-wrap items-center gap-2 text-soft">
          {consent('byCompany', { company: frame.companyName })}
          <CompanyBadge isVerified={frame.isCompanyVerified} text={consent} />
        </p>
        {links.length > 0 && (
          <p className="mt-2 flex flex-wrap gap-x-4 text-accent">
            {links.map((name) => (
              <span key={name} className="underline underline-offset-4">
                {linkWords(name)}
              </span>
            ))}
          </p>
        )}
        {(face.logoPath || face.colours || links.length > 0) && (
          <p className="mt-2 text-soft">{consent('faceClaimed', { company: frame.companyName })}</p>
        )}
        <ul className="mt-4 divide-y divide-line border-y border-line">
          {asked.map(({ name }) => (
            <li key={name} className="flex gap-2.5 py-2.5">
              <SquareCheck size={18} aria-hidden="true" className="mt-0.5 shrink-0 text-accent" />
              <span className="min-w-0">
                <span className="block font-semibold">{words(`${name}.title`)}</span>
                <span className="block text-soft">{words(`${name}.body`)}</span>
                {samples[name] && <span className="block break-all">{samples[name]}</span>}
              </span>
            </li>
          ))}
        </ul>
        <div aria-hidden="true" className="mt-4 grid grid-cols-2 gap-2 text-center font-semibold">
          <span className="rounded-xl border border-line-strong py-2">{consent('deny')}</span>
          <span className="rounded-xl bg-accent py-2 text-on-accent">{consent('allow')}</span>
        </div>
        <p className="mt-3 break-all text-center text-soft">{consent('returnTo', { host: hostOf(draft.redirectUris) ?? t('preview.noHost') })}</p>
      </div>
    </section>
  )
}

function hostOf(redirectUris: string): string | null {
  const [first = ''] = addressLines(redirectUris)
  if (!URL.canParse(first)) return null
  const { host, protocol } = new URL(first)
  return host || protocol.replace(':', '')
}
