import { expect, it } from 'vitest'
import { ask } from '../test-ask'

it('security.txt names a contact and a day in the future until which it is good', async () => {
  const { wire: answer } = await ask('GET', '/.well-known/security.txt')
  expect(answer.status).toBe(200)
  expect(answer.headers['Content-Type']).toBe('text/plain; charset=utf-8')
  const fields = Object.fromEntries(
    String(answer.body)
      .trim()
      .split('\n')
      .map((line) => line.split(/: (.*)/) as [string, string]),
  )
  expect(fields.Contact).toMatch(/^mailto:.+@.+/)
  const days = (Date.parse(String(fields.Expires)) - Date.now()) / (24 * 3600_000)
  expect(days).toBeGreaterThan(30)
  expect(days).toBeLessThan(365)
})

it('a password manager is led to where the password is changed', async () => {
  const { wire: answer } = await ask('GET', '/.well-known/change-password')
  expect([answer.status, answer.headers.Location]).toEqual([303, '/account/security'])
})
