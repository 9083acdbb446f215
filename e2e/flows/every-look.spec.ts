import { LOCALE_COOKIE, LOCALES } from '#lib/i18n/locales'
import { everyPage } from '../fixtures/every-page'
import { LOOKS } from '../fixtures/looks'
import { runAxe, runAxeOnColours } from '../fixtures/run-axe'
import { expect, test } from '../fixtures/test'

const MEDIA = {
  light: { media: { colorScheme: 'light' }, judge: runAxe },
  dark: { media: { colorScheme: 'dark' }, judge: runAxeOnColours },
  forced: { media: { forcedColors: 'active' }, judge: runAxeOnColours },
} as const

for (const locale of LOCALES) {
  test(`no page has an accessibility violation, light, dark and in forced colours: ${locale}`, LOOKS, async ({ browser, server }) => {
    test.skip(!process.env.EVERY_LOOK, 'npm run every-look asks for it')
    test.setTimeout(1_800_000)
    const { sights, contexts } = await everyPage(browser, server, { locale: 'en-GB', reducedMotion: 'reduce' })
    const faults: string[] = []
    for (const context of Object.values(contexts)) await context.addCookies([{ name: LOCALE_COOKIE, value: locale, url: server }])
    for (const [look, { media, judge }] of Object.entries(MEDIA)) {
      const pages = { stranger: await contexts.stranger.newPage(), known: await contexts.known.newPage() }
      for (const { name, path, who } of sights) {
        const page = pages[who]
        await page.emulateMedia(media)
        await page.goto(path)
        expect(await page.locator('html').getAttribute('lang'), `${name} in ${locale}`).toBe(locale)
        const { violations } = await judge(page)
        for (const { id, nodes } of violations) faults.push(`${name}, ${look}: ${id} ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`)
      }
      for (const page of Object.values(pages)) await page.close()
    }
    for (const context of Object.values(contexts)) await context.close()
    expect(faults).toEqual([])
  })
}
