import { expect, test } from '../fixtures/test'

test('the status page says of a service that answers that it works, and what was noted of it', async ({ server }) => {
  const ask = async () => (await fetch(`${server}/status`, { headers: { 'Accept-Language': 'en' } })).text()
  // Mail and documents wait for workers that other tests stop. A moment in which the database was slow is shown for ten seconds.
  await expect
    .poll(async () => (await ask()).replace(/<[^>]+>/g, ' '), { timeout: 60_000, intervals: [2_000] })
    .toMatch(/Log-in, consent and the interfaces\s+works\s/)
  expect(await ask()).toContain('Uptime in the last 90 days')
})
