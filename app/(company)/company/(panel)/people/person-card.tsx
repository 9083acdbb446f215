import { Download } from 'lucide-react'
import Link from 'next/link'
import { getTranslations } from 'next-intl/server'
import { Badge } from '#components/ui/badge'
import { Button, buttonClass } from '#components/ui/button'
import { Confirm } from '#components/ui/confirm'
import { CopyField } from '#components/ui/copy-field'
import type { DemoPerson } from '#lib/test-environments/demo-people'
import { onceTexts } from '../_components/once-texts'
import { removeDemoPersonAction, resetDemoPersonAction } from './actions'

/** Somebody invented: what they are, and what logs in as them. */
export async function PersonCard({ person, canManage, isConfirming }: { person: DemoPerson; canManage: boolean; isConfirming: boolean }) {
  const t = await getTranslations('demoPeople')
  const copy = await onceTexts()
  const { id, kind, email, password, code } = person
  return (
    <li className="grid gap-4 rounded-card border border-line bg-surface p-5">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h2 className="min-w-0">{t(`kinds.${kind}`)}</h2>
        <Badge look={kind === 'unverified' ? 'plain' : 'good'}>{t(kind === 'unverified' ? 'noDocument' : 'document')}</Badge>
      </div>
      <p className="text-sm text-soft">{t(`about.${kind}`)}</p>
      <CopyField label={t('email')} value={email} texts={copy} />
      <CopyField label={t('password')} value={password} texts={copy} />
      {code && (
        <>
          <CopyField label={t('code')} value={code} texts={copy} />
          <p className="text-sm text-soft">{t('codeHint')}</p>
        </>
      )}
      {kind === 'passkey' && (
        <div className="grid justify-items-start gap-1">
          <a href={`/company/people/${id}/passkey`} download className={buttonClass('outline')} aria-label={t('passkeyOf', { email })}>
            <Download size={16} aria-hidden="true" />
            {t('passkey')}
          </a>
          <p className="text-sm text-soft">
            {t.rich('passkeyHint', {
              docs: (text) => (
                <Link href="/docs/test-mode#people" prefetch={false} className="text-accent underline underline-offset-4">
                  {text}
                </Link>
              ),
            })}
          </p>
        </div>
      )}
      {canManage && !isConfirming && (
        <div className="flex flex-wrap gap-3">
          <form action={resetDemoPersonAction} method="post">
            <input type="hidden" name="id" value={id} />
            <Button type="submit" look="outline" aria-label={t('resetOf', { email })}>
              {t('reset')}
            </Button>
          </form>
          <form method="get">
            <input type="hidden" name="confirm" value={id} />
            <Button type="submit" look="quiet" aria-label={t('removeOf', { email })}>
              {t('remove')}
            </Button>
          </form>
        </div>
      )}
      {canManage && isConfirming && (
        <form action={removeDemoPersonAction} method="post">
          <input type="hidden" name="id" value={id} />
          <Confirm title={t('removeTitle', { email })} keep={{ href: '/company/people', text: t('keep') }} submit={t('remove')}>
            <p>{t('removeBody')}</p>
          </Confirm>
        </form>
      )}
    </li>
  )
}
