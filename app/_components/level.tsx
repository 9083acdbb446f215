import { ShieldCheck } from 'lucide-react'
import { getTranslations } from 'next-intl/server'
import type { Assurance } from '#lib/users/assurance'

/** What stands behind something verified, in words. Spec: Levels of assurance */
export async function Level({ assurance }: { assurance: Assurance }) {
  const t = await getTranslations('assurance')
  return (
    <p className="mt-4 flex gap-3 rounded-xl bg-sunken p-4 text-sm">
      <ShieldCheck size={18} aria-hidden="true" className="mt-0.5 shrink-0 text-accent" />
      <span>
        <strong className="font-semibold">{t(`${assurance}.title`)}.</strong> {t(`${assurance}.body`)}
      </span>
    </p>
  )
}
