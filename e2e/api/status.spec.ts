import { expect, test } from '../fixtures/test'

test('the status page says of a service that answers that it works, and from when on it was noted', async ({ server }) => {
  const page = await (await fetch(`${server}/status`, { headers: { 'Accept-Language': 'en' } })).text()
  expect(page).toContain('Log-in, consent and the interfaces')
  expect(page).toContain('>works<')
  expect(page).not.toContain('does not work<')
  expect(page).toContain('Uptime in the last 90 days')
})
