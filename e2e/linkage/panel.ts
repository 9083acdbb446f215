import { beginTotp } from '#lib/accounts/factors/set-up-totp'
import { staffAccounts } from '#lib/companies/staff'
import { COMPANY_REALM, cookieName, IDLE_SECONDS, mintSession } from '#lib/session/realm'
import { insertStaffSession } from '#lib/session/staff-session-store'
import { ageProof } from '../fixtures/accounts'
import { crawlPanel, PANEL_ROUTES } from '../fixtures/company-pages'
import { flattenPage, flattenText, rowsOf } from './flatten'
import type { Observer } from './observer'

const isCsv = ({ pathname }: URL) => pathname.endsWith('/csv')

/** Everything the company's own staff can open, each row and each page of a person under that person. @returns pages never reached */
export async function readPanel(apps: readonly Observer[]): Promise<string[]> {
  const [{ company, server }] = apps as [Observer]
  const { cookie, hash } = await mintSession(COMPANY_REALM)
  const staffId = company.actor.id as string
  await insertStaffSession(hash, { staffId, idleSeconds: IDLE_SECONDS })
  await beginTotp(staffAccounts('en'), staffId)
  const redirected = apps.map(({ app }) => `/company/apps/${app.id}/playground/callback?code=none&state=none`)
  const browser = `${cookieName(COMPANY_REALM)}=${cookie}`
  const answers = await crawlPanel(server, browser, [...redirected, '/company/security/codes'])
  // Whoever proved a moment ago who they are is not asked.
  await ageProof({ realm: 'staff', id: staffId }, hash, 11)
  answers.push(...(await crawlPanel(server, browser, ['/company/prove'])).filter(({ url }) => url.pathname === '/company/prove'))
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
