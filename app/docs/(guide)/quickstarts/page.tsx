import { cookies } from 'next/headers'
import { getTranslations } from 'next-intl/server'
import { QUICKSTART_LANGUAGES, type QuickstartLanguage, quickstart } from '#lib/apps/quickstarts'
import { env } from '#lib/core/env'
import { readStaffSession } from '#lib/session/staff-session'
import { CodeBlock } from '../../_components/code-block'
import { DocPage, DocSection } from '../../_components/doc-page'
import { titled } from '../../_components/page-texts'
import { rich } from '../../_components/rich'
import { AppChoice } from './app-choice'
import { chooseApp } from './choose-app'
import { LANGUAGE_COOKIE } from './language-cookie'
import { LanguageTabs } from './language-tabs'
import { PLACEHOLDER } from './placeholder'

export const generateMetadata = titled('quickstarts')

const isLanguage = (value: string | undefined): value is QuickstartLanguage => value !== undefined && Object.hasOwn(QUICKSTART_LANGUAGES, value)

export default async function QuickstartsPage({ searchParams }: { searchParams: Promise<{ language?: string; app?: string }> }) {
  const { language: asked, app: appId } = await searchParams
  const remembered = (await cookies()).get(LANGUAGE_COOKIE)?.value
  const language = [asked, remembered].find(isLanguage) ?? 'curl'
  const session = await readStaffSession()
  const choice = session && (await chooseApp(session, appId))
  const t = await getTranslations('docsQuickstarts')
  const app = choice?.app ?? PLACEHOLDER
  const { install, file, run, code } = quickstart(language, { ...app, issuer: env().BASE_URL })
  const { origin } = new URL(app.redirectUri)
  return (
    <DocPage page="quickstarts" lead={t('lead')}>
      <div className="grid gap-6">
        <LanguageTabs
          label={t('languages')}
          languages={Object.entries(QUICKSTART_LANGUAGES)}
          current={language}
          appId={choice?.app ? appId : undefined}
        />
        <AppChoice isLoggedIn={session !== null} choice={choice} language={language} />
        {install && <CodeBlock title={t('install')} code={install} />}
        <CodeBlock title={file} code={code} />
        <div className="grid gap-3">
          {app.clientType === 'confidential' && <p>{t('runSecret')}</p>}
          <CodeBlock title={t('run')} code={app.clientType === 'confidential' ? `export CLIENT_SECRET=sgs_…\n${run}` : run} />
          {language !== 'curl' && <p>{t.rich('browserHint', { ...rich(), address: language === 'php' ? app.redirectUri : `${origin}/log-in` })}</p>}
        </div>
      </div>
      <DocSection id="after" title={t('after')}>
        <p>{t('afterBody')}</p>
      </DocSection>
    </DocPage>
  )
}
