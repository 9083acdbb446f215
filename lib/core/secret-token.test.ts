import { describe, expect, it } from 'vitest'
import { issueSecret, isWellFormedSecret, secretHashes } from './secret-token'
import { newShard } from './shard'

describe('issueSecret', () => {
  it('makes prefix, 43 random and 6 checksum characters, found again by their hash', () => {
    const { secret, hash } = issueSecret('sgk')
    expect(secret).toMatch(/^sgk_[0-9A-Za-z]{49}$/)
    expect(secretHashes('sgk', secret)).toEqual([hash])
  })
  it('is recognised only whole and as its own kind', () => {
    const { secret } = issueSecret('sga', newShard())
    expect(isWellFormedSecret('sga', secret)).toBe(true)
    expect(isWellFormedSecret('sgr', secret)).toBe(false)
    expect(isWellFormedSecret('sga', `${secret}0`)).toBe(false)
    expect(secretHashes('sga', '')).toEqual([])
  })
  it('notices any one mistyped character without asking the database', () => {
    const { secret } = issueSecret('sgs')
    for (let i = 4; i < secret.length; i++) {
      const typo = secret.slice(0, i) + (secret[i] === 'a' ? 'b' : 'a') + secret.slice(i + 1)
      expect(isWellFormedSecret('sgs', typo), String(i)).toBe(false)
    }
  })
})
