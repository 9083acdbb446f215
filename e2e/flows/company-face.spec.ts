import { verifyFace } from '#lib/apps/face/verify-face'
import { judgePage } from '../fixtures/judge-page'
import { signedIn } from '../fixtures/signed-in'
import { ownerSignedIn } from '../fixtures/staff'
import { expect, test } from '../fixtures/test'
import { authorizationUrl } from '../fixtures/visitor'
import { aCompany, anApp, aPerson } from '../fixtures/world'

const SVG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10"><circle cx="5" cy="5" r="5" fill="#f00"/></svg>'

test("an app's colour, links and logo are seen while they are typed and where people meet it, as a claim until the operator looked", async ({
  page,
  browser,
  server,
}) => {
  const company = await aCompany('Larkspur Reading')
  const app = await anApp(company, { name: 'Reading Room' })
  await ownerSignedIn(page, company, server)
  await page.goto(`/company/apps/${app.id}`)
  await page.getByText('How people see it: colour and links').click()
  await page.getByLabel('Colour', { exact: true }).fill('#FFD400')
  await expect(page.getByText(/^shown as #[0-9a-f]{6}, contrast (4\.[5-9]|[5-9]|1\d)/).first()).toBeVisible()
  await page.getByLabel('Help page').fill('https://larkspur.example/help')
  const preview = page.getByRole('region', { name: 'What people see' }).or(page.locator('section[aria-labelledby=preview]')).first()
  await expect(preview.getByText('Name, logo and links are what Larkspur Reading says of its app', { exact: false })).toBeVisible()
  await judgePage(page)
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(page).toHaveURL(/done=saved/)

  await page
    .getByLabel('Picture')
    .setInputFiles({ name: 'logo.svg', mimeType: 'image/svg+xml', buffer: Buffer.from('<svg><script>x</script></svg>') })
  await page.getByRole('button', { name: 'Use this picture' }).click()
  await expect(page.getByText('This is no picture we can draw.', { exact: false })).toBeVisible()
  await page.getByLabel('Picture').setInputFiles({ name: 'logo.svg', mimeType: 'image/svg+xml', buffer: Buffer.from(SVG) })
  await page.getByRole('button', { name: 'Use this picture' }).click()
  await expect(page).toHaveURL(/done=logo/)

  const theirs = await browser.newPage({ baseURL: server, colorScheme: 'dark', viewport: { width: 390, height: 844 } })
  await signedIn(theirs, await aPerson(), server)
  const consent = authorizationUrl(server, app, { prompt: 'consent' })
  const claim = theirs.getByText('Name, logo and links are what Larkspur Reading says of its app', { exact: false })
  await theirs.goto(consent)
  await expect(theirs.getByRole('link', { name: 'Help' }).first()).toHaveAttribute('href', 'https://larkspur.example/help')
  await expect(theirs.locator('main img[src^="/app-logos/"]')).toHaveJSProperty('naturalWidth', 160)
  await expect(claim).toBeVisible()
  await judgePage(theirs)
  expect(await verifyFace(app.id, true)).toMatchObject({ kind: 'done' })
  await theirs.goto(consent)
  await expect(theirs.getByRole('button', { name: 'Allow' })).toBeVisible()
  await expect(claim).toHaveCount(0)

  await page.getByLabel('Colour', { exact: true }).fill('#0b5d4b')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(page).toHaveURL(/done=saved/)
  await theirs.goto(consent)
  await expect(claim).toBeVisible()
  await theirs.close()
})
