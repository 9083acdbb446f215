import type { Page } from '@playwright/test'
import { everyPage } from '../fixtures/every-page'
import { signedIn } from '../fixtures/signed-in'
import { expect, test } from '../fixtures/test'
import { authorizationUrl } from '../fixtures/visitor'
import { aCompany, anApp, aPerson } from '../fixtures/world'

const SIZES = [
  { width: 320, height: 640 },
  { width: 390, height: 844 },
  { width: 1440, height: 900 },
]

/**
 * What the page is for: its first button of the strongest look, else its heading.
 * @returns null when that is in view
 */
const outOfView = (page: Page) =>
  page.evaluate(() => {
    const isDrawn = (element: Element) => element.getClientRects().length > 0
    const main = document.querySelector('#content, main') ?? document.body
    const first = [...main.querySelectorAll('.bg-accent:is(button, a), .button.first'), ...main.querySelectorAll('h1')].find(isDrawn)
    if (!first) return 'has neither an action nor a heading'
    const { top, bottom, left, right } = first.getBoundingClientRect()
    const fits = top >= 0 && left >= 0 && bottom <= innerHeight + 0.5 && right <= innerWidth + 0.5
    return fits ? null : `${first.textContent?.trim()} at ${Math.round(top)}–${Math.round(bottom)} of ${innerHeight}`
  })

const TYPED = 'typed before the network went'

/** Types into the first form of the page, takes the network away and sends it. @returns what is wrong; null without a form */
async function sendOffline(page: Page): Promise<string | null> {
  const fields = page.locator('main form[method=post] :is(input:is([type=text], [type=email], [type=password]):not([readonly]), textarea)')
  const field = fields.filter({ visible: true }).first()
  if ((await field.count()) === 0) return null
  const isReady = () => Object.keys(document.querySelector('main form[method=post]') ?? {}).some((key) => key.startsWith('__react'))
  await page.waitForFunction(isReady, null, { timeout: 15_000 })
  await field.fill(TYPED)
  await page.context().setOffline(true)
  await field.evaluate((input: HTMLInputElement) => {
    input.form?.setAttribute('novalidate', '')
    input.form?.requestSubmit()
  })
  const message = page.getByText('You are offline.')
  const isTold = await message.waitFor({ timeout: 5_000 }).then(
    () => true,
    () => false,
  )
  const kept = await field.inputValue()
  await page.context().setOffline(false)
  if (isTold) await message.waitFor({ state: 'detached' })
  return !isTold ? 'does not say that there is no network' : kept === TYPED ? '' : 'loses what was typed'
}

test('every page shows at once what it is for, fits a small phone, and loses nothing typed when the network goes', async ({ browser, server }) => {
  test.setTimeout(600_000)
  const { sights, contexts } = await everyPage(browser, server, { locale: 'en-GB', reducedMotion: 'reduce' })
  const faults: string[] = []
  let forms = 0
  const pages = { stranger: await contexts.stranger.newPage(), known: await contexts.known.newPage() }
  for (const { name, path, who } of sights) {
    const page = pages[who]
    await page.goto(path)
    for (const size of SIZES) {
      await page.setViewportSize(size)
      await page.evaluate(() => scrollTo(0, 0))
      const fault = await outOfView(page)
      if (fault) faults.push(`${name} at ${size.width}×${size.height}: ${fault}`)
      const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
      if (wide > 0) faults.push(`${name} is ${wide} px wider than ${size.width}`)
    }
    const lost = await sendOffline(page)
    if (lost !== null) forms++
    if (lost) faults.push(`${name} ${lost}`)
  }
  for (const context of Object.values(contexts)) await context.close()
  expect(faults).toEqual([])
  expect(forms).toBeGreaterThan(12)
})

test('log-in and consent stand still while they load, and come with at most 120 KB of scripts', async ({ browser, server }) => {
  const app = await anApp(await aCompany())
  for (const isKnown of [false, true]) {
    const context = await browser.newContext({ baseURL: server, locale: 'en-GB', viewport: { width: 390, height: 844 } })
    const page = await context.newPage()
    if (isKnown) await signedIn(page, await aPerson(), server)
    await page.addInitScript(() => {
      const shared = window as unknown as { moved: number }
      shared.moved = 0
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) shared.moved += (entry as unknown as { value: number }).value
      }).observe({ type: 'layout-shift', buffered: true })
    })
    const document = await page.goto(authorizationUrl(server, app, { scope: 'openid profile email' }), { waitUntil: 'load' })
    const html = (await document?.text()) ?? ''
    await page.waitForLoadState('networkidle')
    const { moved, scripts } = await page.evaluate(
      (named) => ({
        moved: (window as unknown as { moved: number }).moved,
        scripts: (performance.getEntriesByType('resource') as PerformanceResourceTiming[])
          .filter(({ name }) => name.endsWith('.js') && named.includes(new URL(name).pathname))
          .reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0),
      }),
      html,
    )
    expect(moved, page.url()).toBeLessThanOrEqual(0.001)
    expect(scripts, page.url()).toBeGreaterThan(10_000)
    expect(scripts, page.url()).toBeLessThanOrEqual(120 * 1024)
    await context.close()
  }
})
