import { getTranslations } from 'next-intl/server'
import { Button } from '#components/ui/button'
import { continueAction, switchAccountAction } from '../actions'

export async function ChooseAccount({ interactionId, email, mark }: { interactionId: string; email: string; mark: string }) {
  const t = await getTranslations('login')
  return (
    <div className="grid gap-3">
      <form action={continueAction} method="post" className="grid">
        <input type="hidden" name="interaction" value={interactionId} />
        <input type="hidden" name="mark" value={mark} />
        <Button type="submit" className="break-all">
          {t('continueAs', { email })}
        </Button>
      </form>
      <form action={switchAccountAction} method="post" className="grid">
        <input type="hidden" name="interaction" value={interactionId} />
        <Button type="submit" look="outline">
          {t('otherAccount')}
        </Button>
      </form>
    </div>
  )
}
