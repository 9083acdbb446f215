import { writeFileSync } from 'node:fs'
import { chromium } from '@playwright/test'
import * as chromeLauncher from 'chrome-launcher'
import lighthouse from 'lighthouse'
import { closeDatabase } from '#lib/core/db'
import { ourShots, prepareVisitors } from '../protocol/our-shots'
import { startSignet } from '../servers'

/** Lighthouse on the pages an app sends people to. Run by `npm run bench pages`; writes `bench/pages.md`. */
const BUDGET_KB = 120
const GOAL = 95
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 5)

const world = await prepareVisitors(1)
const { origin } = await startSignet()
const [shot] = await ourShots(world, 'authorize', 1)
const consent = `${origin}${shot?.path}&prompt=consent`
const pages = [
  ['log-in', `${origin}/login`, 'login'],
  ['log-in for an app', `${origin}${shot?.path}`, 'login'],
  ['registration', `${origin}/register`, 'register'],
  ['consent', consent, 'consent'],
] as const

const chrome = await chromeLauncher.launch({
  chromePath: process.env.CHROMIUM_PATH,
  chromeFlags: ['--headless=new', '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run'],
})
/** The length of the body as a browser receives it. */
const compressedBytes = async (address: string) =>
  Number((await fetch(address, { headers: { 'Accept-Encoding': 'br' } })).headers.get('content-length'))

const METRICS = ['first-contentful-paint', 'largest-contentful-paint', 'total-blocking-time', 'cumulative-layout-shift', 'speed-index']
const browser = await chromium.connectOverCDP(`http://127.0.0.1:${chrome.port}`)
const context = browser.contexts()[0] ?? (await browser.newContext())
const control = await context.newCDPSession(context.pages()[0] ?? (await context.newPage()))

// Lighthouse would log the person out along with emptying the cache, so only the cache is emptied here.
const run = async (url: string) => {
  await control.send('Network.clearBrowserCache')
  const flags = { port: chrome.port, onlyCategories: ['performance', 'accessibility'], disableStorageReset: true }
  return lighthouse(url, { ...flags, output: 'json', logLevel: 'error' })
}

type Report = NonNullable<Awaited<ReturnType<typeof run>>>['lhr']

const score = ({ categories }: Report, name: string) => Math.round((categories[name]?.score ?? 0) * 100)
const byPerformance = (a: Report, b: Report) => score(a, 'performance') - score(b, 'performance')

async function scriptKilobytes({ audits }: Report): Promise<number> {
  const requests = (audits['network-requests']?.details as { items?: { resourceType: string; url: string }[] } | undefined)?.items ?? []
  const scripts = await Promise.all(requests.filter(({ resourceType }) => resourceType === 'Script').map(({ url }) => compressedBytes(url)))
  return scripts.reduce((sum, bytes) => sum + bytes, 0) / 1024
}

async function logIn(cookie: string): Promise<void> {
  const [name, value] = cookie.split('=') as [string, string]
  await context.addCookies([{ name, value, url: origin, httpOnly: true, sameSite: 'Lax' }])
}

const rows: string[] = []
for (const [title, url, path] of pages) {
  if (url === consent) await logIn(shot?.headers.cookie ?? '')
  const reports: Report[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const report = (await run(url))?.lhr
    if (!report?.finalDisplayedUrl.startsWith(`${origin}/${path}`)) throw new Error(`${title} led to ${report?.finalDisplayedUrl}`)
    reports.push(report)
  }
  const median = reports.sort(byPerformance)[Math.floor(ROUNDS / 2)] as Report
  const metrics = METRICS.map((name) => median.audits[name]?.displayValue ?? '–')
  const scores = [score(median, 'performance'), score(median, 'accessibility'), (await scriptKilobytes(median)).toFixed(1)]
  rows.push(`| ${[title, ...scores, ...metrics].join(' | ')} |`)
}
await browser.close()
chrome.kill()

const text = `# Pages, measured

\`npm run bench pages\`: Lighthouse 12.8.2, its mobile preset (slow 4G, CPU four times slower), a production build on this
machine, the median of ${ROUNDS} by performance. Goals: ${GOAL} and ${GOAL}, and at most ${BUDGET_KB} KB of JavaScript, compressed.

| page | performance | accessibility | JavaScript KB | first paint | largest paint | blocked | shift | speed index |
| --- | --- | --- | --- | --- | --- | --- | --- | --- |
${rows.join('\n')}
`
writeFileSync('bench/pages.md', text)
console.log(text)
await closeDatabase()
process.exit(0)
