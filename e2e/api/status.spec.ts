import { expect, test } from '../fixtures/test'

test('the status page says of a service that answers that it works, and what was noted of it', async ({ server }) => {
  const page = await (await fetch(`${server}/status`, { headers: { 'Accept-Language': 'en' } })).text()
  // Mail and documents wait for workers that other tests stop.
  expect(page.replace(/<[^>]+>/g, ' ')).toMatch(/Log-in, consent and the interfaces\s+works\s/)
  expect(page).toContain('Uptime in the last 90 days')
})
