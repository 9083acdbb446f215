import { expect, it } from 'vitest'
import { requirePasswordHash, verifyPassword } from './passwords'

it('does not let one log-in wait for eighty that came before it from another network', async () => {
  const hash = await requirePasswordHash('the gravel sings at noon')
  let judged = 0
  const many = Array.from({ length: 80 }, async () => {
    const verdict = await verifyPassword(hash, 'a wrong password', '198.51.100.0/24')
    if (verdict !== 'busy') judged++
    return verdict
  })
  expect(await verifyPassword(hash, 'the gravel sings at noon', '203.0.113.0/24')).toBe('right')
  expect(judged).toBeLessThanOrEqual(5)
  const verdicts = await Promise.all(many)
  expect(verdicts.filter((verdict) => verdict === 'wrong')).toHaveLength(66)
  expect(verdicts.filter((verdict) => verdict === 'busy')).toHaveLength(14)
})
