import { judgePage } from '../fixtures/judge-page'
import { signedIn } from '../fixtures/signed-in'
import { expect, test } from '../fixtures/test'
import { authorizationUrl } from '../fixtures/visitor'
import { aCompany, anApp, aPerson } from '../fixtures/world'

const DOCUMENT = { given_name: 'Ada', family_name: 'Nowak', birthdate: '1990-01-01' }

test('the consent screen shows what would really leave, and says what stays', async ({ page, server }) => {
  const app = await anApp(await aCompany())
  await signedIn(page, await aPerson({ locale: 'en' }, DOCUMENT, { assurance: 'page' }), server)
  const item = (scope: string) => page.getByRole('listitem').filter({ has: page.locator(`input[value="${scope}"]`) })

  await page.goto(authorizationUrl(server, app, { scope: 'openid profile given_name age_over_18' }))
  await expect(item('given_name')).toContainText('Ada')
  await expect(item('profile')).toContainText('Nowak')
  await expect(item('profile')).not.toContainText('1990')
  await expect(item('profile')).toContainText('The rest of what your document says stays here')
  await expect(item('age_over_18')).toContainText('What your document says stays here')
  await judgePage(page)

  await page.goto(authorizationUrl(server, app, { scope: 'openid given_name age_over_18', acr_values: 'urn:signet:assurance:person' }))
  await expect(item('given_name')).not.toContainText('Ada')
  await expect(item('given_name')).toContainText('What your document says stays here')

  await page.goto(authorizationUrl(server, app, { scope: 'openid age_over_18', acr_values: 'urn:signet:assurance:page' }))
  await expect(item('age_over_18')).not.toContainText('stays here')
})
