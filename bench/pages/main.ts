import { writeFileSync } from 'node:fs'
import * as chromeLauncher from 'chrome-launcher'
import lighthouse from 'lighthouse'
import { closeDatabase } from '#lib/core/db'
import { ourShots, prepareVisitors } from '../protocol/our-shots'
import { startSignet } from '../servers'

/** Lighthouse on the pages an app sends people to. Run by `npm run bench pages`; writes `bench/pages.md`. */
const BUDGET_KB = 120
const GOAL = 95

const world = await prepareVisitors(1)
const { origin } = await startSignet()
const [shot] = await ourShots(world, 'authorize', 1)
const consent = `${origin}${shot?.path}&prompt=consent`
const pages = [
  ['log-in', `${origin}/login`, {}],
  ['log-in for an app', `${origin}${shot?.path}`, {}],
  ['consent', consent, { Cookie: shot?.headers.cookie ?? '' }],
  ['registration', `${origin}/register`, {}],
] as const

const chrome = await chromeLauncher.launch({
  chromePath: process.env.CHROMIUM_PATH,
  chromeFlags: ['--headless=new', '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run'],
})
/** The length of the body as a browser receives it. */
const compressedBytes = async (address: string) =>
  Number((await fetch(address, { headers: { 'Accept-Encoding': 'br' } })).headers.get('content-length'))

const rows: string[] = []
for (const [title, url, extraHeaders] of pages) {
  const run = await lighthouse(url, {
    port: chrome.port,
    onlyCategories: ['performance', 'accessibility'],
    extraHeaders,
    output: 'json',
    logLevel: 'error',
  })
  const { categories, audits } = run?.lhr ?? {}
  const score = (name: string) => Math.round((categories?.[name]?.score ?? 0) * 100)
  const requests = (audits?.['network-requests']?.details as { items?: { resourceType: string; url: string }[] } | undefined)?.items ?? []
  const scripts = await Promise.all(requests.filter(({ resourceType }) => resourceType === 'Script').map(({ url }) => compressedBytes(url)))
  const kilobytes = scripts.reduce((sum, bytes) => sum + bytes, 0) / 1024
  rows.push(`| ${title} | ${score('performance')} | ${score('accessibility')} | ${kilobytes.toFixed(1)} |`)
  if (run?.lhr.finalDisplayedUrl && !new URL(run.lhr.finalDisplayedUrl).origin.startsWith(origin)) throw new Error(`${title} led elsewhere`)
}
chrome.kill()

const text = `# Pages, measured

\`npm run bench pages\`: Lighthouse 12.8.2, its mobile preset (slow 4G, CPU four times slower), a production build on this
machine. Goals: ${GOAL} and ${GOAL}, and at most ${BUDGET_KB} KB of JavaScript, compressed.

| page | performance | accessibility | JavaScript KB |
| --- | --- | --- | --- |
${rows.join('\n')}
`
writeFileSync('bench/pages.md', text)
console.log(text)
await closeDatabase()
process.exit(0)
