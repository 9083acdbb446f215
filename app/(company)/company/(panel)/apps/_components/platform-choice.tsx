'use client'

import { AppWindow, MonitorDown, Server, Smartphone } from 'lucide-react'
import { useTranslations } from 'next-intl'
import type { ClientType } from '#lib/apps/schema'
import { PLATFORMS } from './app-draft'

const ICONS = { confidential: Server, spa: AppWindow, mobile: Smartphone, native: MonitorDown }

/** Where the app runs decides whether it can keep a secret. */
export function PlatformChoice({ defaultValue }: { defaultValue: ClientType }) {
  const t = useTranslations('appForm')
  return (
    <fieldset>
      <legend className="text-sm font-semibold">{t('platform')}</legend>
      <div className="mt-2 grid gap-3 sm:grid-cols-2">
        {PLATFORMS.map((platform) => {
          const Icon = ICONS[platform]
          return (
            <label
              key={platform}
              className="flex cursor-pointer gap-3 rounded-xl border border-line-strong bg-surface p-4 transition-colors hover:border-ink has-checked:border-accent has-checked:bg-accent-wash has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent"
            >
              <input type="radio" name="client_type" value={platform} defaultChecked={platform === defaultValue} className="sr-only" />
              <Icon size={20} aria-hidden="true" className="mt-0.5 shrink-0 text-accent" />
              <span>
                <span className="block font-semibold">{t(`platforms.${platform}.title`)}</span>
                <span className="block text-sm text-soft">{t(`platforms.${platform}.body`)}</span>
              </span>
            </label>
          )
        })}
      </div>
    </fieldset>
  )
}
