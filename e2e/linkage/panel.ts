import { openPanel } from '../fixtures/company-pages'
import { flattenPage, flattenText, rowsOf } from './flatten'
import type { Observer } from './observer'

const isCsv = ({ pathname }: URL) => pathname.endsWith('/csv')

/** Everything the company's own staff can open, each row and each page of a person under that person. @returns pages never reached */
export async function readPanel(apps: readonly Observer[]): Promise<string[]> {
  const [{ company, server }] = apps as [Observer]
  const { answers, unreached } = await openPanel(
    server,
    company,
    apps.map(({ app }) => app),
  )
  for (const { url, text } of answers) {
    const page = `panel ${url.pathname.replace(/[a-z]{3}_[0-9A-Za-z]{22}/g, ':id')}`
    for (const app of apps) {
      const person = app.whoIs(url.pathname)
      if (person >= 0) app.note(person, flattenPage(page, text))
      else if (isCsv(url)) app.attribute(page, text.split('\n'), (path, line) => flattenText(path, String(line)))
      else app.attribute(page, rowsOf(text), (path, row) => flattenPage(path, String(row)))
    }
  }
  return unreached
}
