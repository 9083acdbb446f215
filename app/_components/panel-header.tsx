import Link from 'next/link'
import { getTranslations } from 'next-intl/server'
import { Button } from '#components/ui/button'
import { Wordmark } from '#components/ui/wordmark'

/** What stands above the pages of somebody who is logged in. */
export async function PanelHeader({ home, logOut }: { home: string; logOut: () => Promise<void> }) {
  const t = await getTranslations('common')
  return (
    <header className="flex items-center justify-between gap-4 py-5">
      <Link href={home} prefetch={false} className="inline-flex min-h-11 items-center rounded-lg">
        <Wordmark />
      </Link>
      <form action={logOut} method="post">
        <Button type="submit" look="quiet">
          {t('logOut')}
        </Button>
      </form>
    </header>
  )
}
