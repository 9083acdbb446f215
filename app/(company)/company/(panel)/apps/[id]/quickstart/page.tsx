import type { Metadata } from 'next'
import { cookies } from 'next/headers'
import Link from 'next/link'
import { getTranslations } from 'next-intl/server'
import { CodeBlock } from '#components/ui/code-block'
import { QUICKSTART_LANGUAGES, quickstart } from '#lib/apps/quickstarts'
import { isPublicClient } from '#lib/apps/schema'
import { may } from '#lib/companies/permissions'
import { env } from '#lib/core/env'
import { onceTexts } from '../../../_components/once-texts'
import { requireOwnApp } from '../../own-app'
import { chooseQuickstartAction } from './actions'
import { isQuickstartLanguage, QUICKSTART_COOKIE } from './language'

type Props = { params: Promise<{ id: string }> }

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { app } = await requireOwnApp((await params).id, '/quickstart')
  return { title: `${(await getTranslations('appTabs'))('quickstart')} · ${app.name}` }
}

/** A program that logs somebody in, with this app's own values, in the language that was chosen last. */
export default async function QuickstartPage({ params }: Props) {
  const { session, app } = await requireOwnApp((await params).id, '/quickstart')
  const t = await getTranslations('quickstart')
  const copy = await onceTexts()
  const chosen = (await cookies()).get(QUICKSTART_COOKIE)?.value
  const language = isQuickstartLanguage(chosen) ? chosen : 'node'
  const redirectUri = app.redirect_uris.find((uri) => uri.startsWith('http:')) ?? app.redirect_uris[0] ?? ''
  const values = { issuer: env().BASE_URL, clientId: app.client_id, clientType: app.client_type, redirectUri, scopes: app.scopes }
  const { file, install, run, code } = quickstart(language, values)
  const isHere = redirectUri.startsWith('http:')
  const isPublic = isPublicClient(app.client_type)
  return (
    <div className="grid gap-5">
      <p className="text-soft">{t('lead')}</p>
      <form
        action={chooseQuickstartAction}
        method="post"
        aria-label={t('language')}
        className="flex flex-wrap gap-1 justify-self-start rounded-xl bg-sunken p-1"
      >
        {Object.entries(QUICKSTART_LANGUAGES).map(([value, name]) => (
          <button
            key={value}
            type="submit"
            name="language"
            value={value}
            aria-pressed={value === language}
            className="min-h-11 cursor-pointer rounded-lg px-4 text-soft transition-colors hover:text-ink aria-[pressed=true]:bg-surface aria-[pressed=true]:font-semibold aria-[pressed=true]:text-ink"
          >
            {name}
          </button>
        ))}
      </form>
      <ol className="grid list-decimal gap-5 pl-5 marker:text-soft">
        {!isPublic && (
          <li>
            {t.rich(may(session, 'secrets.manage') ? 'secret' : 'secretOfOthers', {
              code: (text) => <code>{text}</code>,
              link: (text) => (
                <Link href={`/company/apps/${app.id}/credentials`} prefetch={false} className="text-accent underline">
                  {text}
                </Link>
              ),
            })}
          </li>
        )}
        {install && (
          <li className="min-w-0">
            <p className="mb-2">{t('install')}</p>
            <CodeBlock label={t('terminal')} code={install} texts={copy} />
          </li>
        )}
        <li className="min-w-0">
          <p className="mb-2">{t('save', { file })}</p>
          <CodeBlock label={file} code={code} texts={copy} />
        </li>
        <li className="min-w-0">
          <p className="mb-2">{t('run')}</p>
          <CodeBlock label={t('terminal')} code={isPublic ? run : `CLIENT_SECRET=sgs_… ${run}`} texts={copy} />
        </li>
        <li className="min-w-0 wrap-anywhere">
          {t(`open.${language}`, { origin: isHere ? new URL(redirectUri).origin : t('yourServer') })}
          {!isHere && language !== 'curl' && <p className="mt-2 text-sm text-warn">{t('elsewhere', { uri: redirectUri })}</p>}
        </li>
      </ol>
    </div>
  )
}
