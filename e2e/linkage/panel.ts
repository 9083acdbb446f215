import { COMPANY_REALM, cookieName, IDLE_SECONDS, mintSession } from '#lib/session/realm'
import { insertStaffSession } from '#lib/session/staff-session-store'
import { crawlPanel, PANEL_ROUTES } from '../fixtures/company-pages'
import { flattenPage, flattenText, rowsOf } from './flatten'
import type { Observer } from './observer'

const isCsv = ({ pathname }: URL) => pathname.endsWith('/csv')

/** Everything the company's own staff can open, each row and each page of a person under that person. @returns pages never reached */
export async function readPanel(apps: readonly Observer[]): Promise<string[]> {
  const [{ company, server }] = apps as [Observer]
  const { cookie, hash } = await mintSession(COMPANY_REALM)
  await insertStaffSession(hash, { staffId: company.actor.id as string, idleSeconds: IDLE_SECONDS })
  const redirected = apps.map(({ app }) => `/company/apps/${app.id}/playground/callback?code=none&state=none`)
  const answers = await crawlPanel(server, `${cookieName(COMPANY_REALM)}=${cookie}`, redirected)
  for (const { url, text } of answers) {
    const page = `panel ${url.pathname.replace(/[a-z]{3}_[0-9A-Za-z]{22}/g, ':id')}`
    for (const app of apps) {
      const person = app.whoIs(url.pathname)
      if (person >= 0) app.note(person, flattenPage(page, text))
      else if (isCsv(url)) app.attribute(page, text.split('\n'), (path, line) => flattenText(path, String(line)))
      else app.attribute(page, rowsOf(text), (path, row) => flattenPage(path, String(row)))
    }
  }
  return PANEL_ROUTES.filter(({ pattern }) => !answers.some(({ url, status }) => status === 200 && pattern.test(url.pathname))).map(
    ({ file }) => file,
  )
}
