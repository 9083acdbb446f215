import sharp from 'sharp'
import { signedIn } from '../fixtures/signed-in'
import { test } from '../fixtures/test'
import { authorizationUrl, consentWithoutPages } from '../fixtures/visitor'
import { aCompany, anApp, aPerson, aVerifiedCompany } from '../fixtures/world'

const OUT = '/tmp/consent-shots'
const LOOKS = [
  ['light', { width: 1440, height: 900 }, 'light', 'none', 'en-GB'],
  ['dark', { width: 390, height: 844 }, 'dark', 'none', 'en-GB'],
  ['small', { width: 320, height: 640 }, 'light', 'none', 'pl-PL'],
  ['forced', { width: 390, height: 844 }, 'dark', 'active', 'en-GB'],
] as const

test('shots', async ({ browser, server }) => {
  test.setTimeout(300_000)
  const svg =
    '<svg xmlns="http://www.w3.org/2000/svg" width="128" height="128"><rect width="128" height="128" rx="28" fill="#7b2cbf"/><path d="M34 92V36h28c18 0 28 8 28 22s-10 22-28 22H50v12z" fill="#fff"/></svg>'
  const logo = `data:image/png;base64,${(await sharp(Buffer.from(svg)).png().toBuffer()).toString('base64')}`
  const settings = {
    logo_uri: logo,
    tos_uri: 'https://shop.example/terms',
    policy_uri: 'https://shop.example/privacy',
    support_uri: 'https://shop.example/help',
  }
  for (const [name, viewport, colorScheme, forcedColors, locale] of LOOKS) {
    const context = await browser.newContext({ viewport, colorScheme, forcedColors, locale, baseURL: server, timezoneId: 'Europe/Warsaw' })
    const page = await context.newPage()
    const app = await anApp(await aVerifiedCompany('Paper & Ink Ltd'), { name: 'Reading Room', settings })
    const shot = async (what: string, fullPage = true) => page.screenshot({ path: `${OUT}/${what}-${name}.png`, fullPage })
    const newcomer = await aPerson({ locale: locale === 'pl-PL' ? 'pl' : 'en' })
    await signedIn(page, newcomer, server)
    await page.goto(authorizationUrl(server, app, { scope: 'openid profile email age_over_18 offline_access' }))
    await shot('consent-new', false)
    await shot('consent-new-full')
    const person = await aPerson(
      { given_name: 'Jo', family_name: 'Miller', birthdate: '1990-01-01', locale: 'en' },
      { given_name: 'Ada', family_name: 'Nowak', birthdate: '1990-01-01' },
    )
    await signedIn(page, person, server)
    await consentWithoutPages(person, app, ['openid', 'profile', 'email'])
    for (const other of ['Bank', 'Tram', 'Library', 'Weather'])
      await consentWithoutPages(person, await anApp(await aCompany(`${other} Ltd`), { name: other }), ['openid', 'email'])
    await page.goto(authorizationUrl(server, app, { scope: 'openid profile email age_over_18 offline_access', prompt: 'consent' }))
    await shot('consent-again')
    await page.goto('/account')
    await shot('account')
    await page.goto('/account/access')
    await shot('access')
    await page.goto(`/account/access?confirm=${app.id}`)
    await shot('access-confirm')
    await page.goto('/account/security')
    await shot('security')
    await page.goto('/account/activity')
    await shot('activity')
    await page.goto(`/account/aliases?senders=${app.id}`)
    await shot('aliases')
    await context.close()
  }
})
