import { everyPage } from '../fixtures/every-page'
import { test } from '../fixtures/test'

const LOOKS = {
  light: { colorScheme: 'light', viewport: { width: 1280, height: 800 } },
  phone: { colorScheme: 'light', viewport: { width: 390, height: 844 } },
  // Last, as Chromium may keep a dark theme's ink for a moment.
  dark: { colorScheme: 'dark', viewport: { width: 1280, height: 800 } },
} as const

const FOLDER = process.env.CONTACT_SHEET

test('every page is photographed in light, in dark and on a phone', async ({ browser, server }) => {
  test.skip(!FOLDER, 'npm run contact-sheet asks for it')
  test.setTimeout(840_000)
  const { sights, contexts } = await everyPage(browser, server, { locale: process.env.CONTACT_LOCALE ?? 'en-GB', reducedMotion: 'reduce' })
  const pages = { stranger: await contexts.stranger.newPage(), known: await contexts.known.newPage() }
  for (const [index, { name, path, who }] of sights.entries()) {
    const page = pages[who]
    await page.goto(path)
    for (const [look, { colorScheme, viewport }] of Object.entries(LOOKS)) {
      await page.setViewportSize(viewport)
      await page.emulateMedia({ colorScheme, forcedColors: process.env.CONTACT_FORCED ? 'active' : 'none' })
      await page.waitForTimeout(150)
      await page.screenshot({ path: `${FOLDER}/${String(index).padStart(3, '0')}-${name.replaceAll('/', '+')}.${look}.png` })
    }
  }
  for (const context of Object.values(contexts)) await context.close()
})
