import Link from 'next/link'
import { getTranslations } from 'next-intl/server'
import { Button } from '#components/ui/button'
import { CopyField } from '#components/ui/copy-field'
import { Panel } from '#components/ui/panel'
import { demoPersonToTry } from '#lib/test-environments/demo-people'
import { onceTexts } from '../../../_components/once-texts'
import { makeSomebodyAction, tryTestAppAction } from './actions'

/** A whole log-in with one click, beside somebody to log in as; the first one is made right here. */
export async function TryTest({ appId, companyId }: { appId: string; companyId: string }) {
  const t = await getTranslations('playground')
  const demo = await getTranslations('demoPeople')
  const somebody = await demoPersonToTry(companyId)
  const id = <input type="hidden" name="id" value={appId} />
  if (!somebody)
    return (
      <Panel title={t('tryTitle')} lead={t('tryNobody')}>
        <form action={makeSomebodyAction} method="post">
          {id}
          <Button type="submit">{demo('make')}</Button>
        </form>
      </Panel>
    )
  const copy = await onceTexts()
  return (
    <Panel title={t('tryTitle')} lead={t('tryLead')}>
      <div className="grid gap-4">
        <div className="grid gap-4 sm:grid-cols-2">
          <CopyField label={demo('email')} value={somebody.email} texts={copy} />
          <CopyField label={demo('password')} value={somebody.password} texts={copy} />
        </div>
        <p className="text-sm text-soft">
          {demo(`about.${somebody.kind}`)}{' '}
          <Link href="/company/people" prefetch={false} className="text-accent underline underline-offset-4">
            {demo('title')}
          </Link>
        </p>
        <form action={tryTestAppAction} method="post">
          {id}
          <Button type="submit" className="ends-sheet">
            {t('try')}
          </Button>
        </form>
      </div>
    </Panel>
  )
}
