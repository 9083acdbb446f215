import { everyPage } from '../fixtures/every-page'
import { expect, test } from '../fixtures/test'

const TYPED = 'typed before the network went'

test('no form of any page loses what was typed when the network is gone: it says so and waits', async ({ browser, server }) => {
  test.setTimeout(600_000)
  const { sights, contexts } = await everyPage(browser, server, { locale: 'en-GB', reducedMotion: 'reduce' })
  const pages = { stranger: await contexts.stranger.newPage(), known: await contexts.known.newPage() }
  let forms = 0
  for (const { name, path, who } of sights) {
    const page = pages[who]
    await page.goto(path)
    const fields = page.locator('main form :is(input:is([type=text], [type=email], [type=password]):not([readonly]), textarea)')
    const field = fields.filter({ visible: true }).first()
    if ((await field.count()) === 0) continue
    forms++
    await page.waitForFunction(() => Object.keys(document.querySelector('main form') ?? {}).some((key) => key.startsWith('__react')))
    await field.fill(TYPED)
    await contexts[who].setOffline(true)
    await field.evaluate((input: HTMLInputElement) => {
      input.form?.setAttribute('novalidate', '')
      input.form?.requestSubmit()
    })
    await expect(page.getByText('You are offline.'), name).toBeVisible()
    await expect(field, name).toHaveValue(TYPED)
    await contexts[who].setOffline(false)
    await expect(page.getByText('You are offline.'), name).toHaveCount(0)
  }
  expect(forms).toBeGreaterThan(12)
  for (const context of Object.values(contexts)) await context.close()
})
