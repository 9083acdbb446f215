import { readdirSync } from 'node:fs'
import { signedIn } from '../fixtures/signed-in'
import { expect, test } from '../fixtures/test'
import { aPerson } from '../fixtures/world'

/** Pages of people without a parameter in their path, read from the tree. */
const PAGES = readdirSync('app', { recursive: true, encoding: 'utf8' })
  .filter((file) => /(^|\/)page\.tsx$/.test(file) && !file.includes('[') && !file.startsWith('(company)'))
  .map((file) => `/${file.replace(/\/?page\.tsx$/, '').replace(/\([^/]*\)\/?/g, '')}`)

/** Every name a page of ours reads from its address, and some that others use. */
const NAMES = `withdrawn narrowed app done welcome confirm test again anew recovered deleting sent problem left fault error error_description
  message notice text name email login_hint return_to interaction client_id state before cursor language`.split(/\s+/)

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  for (const isSignedIn of [false, true]) {
    test(`no page says what its address says, ${isSignedIn ? 'logged in' : 'to a stranger'}`, async ({ page, server }) => {
      if (isSignedIn) await signedIn(page, await aPerson(), server)
      const query = new URLSearchParams(NAMES.map((name) => [name, 'Call 555-0100 now']))
      query.set('narrowed', 'email')
      for (const path of PAGES) {
        await page.goto(`${path}?${query}`)
        expect([path, await page.locator('body').innerText()]).toEqual([path, expect.not.stringContaining('555-0100')])
      }
    })
  }
})
