import { describe, expect, it } from 'vitest'
import { parseEnv } from './env'

const key = Buffer.alloc(32, 7).toString('base64url')
const good = { DATABASE_URL: 'postgresql://u:p@db/signet', MASTER_KEY: `k1:${key}`, BASE_URL: 'https://login.example' }
const faultsOf = (change: Record<string, string | undefined>) => {
  try {
    parseEnv({ ...good, ...change })
    return ''
  } catch (error) {
    return (error as Error).message
  }
}

describe('parseEnv', () => {
  it('fills in what is left out', () => expect(parseEnv(good)).toMatchObject({ PORT: 3000, ALIAS_DOMAIN: 'alias.localhost', WEB_PROCESSES: 1 }))
  it('reads several master keys, the current one first', () =>
    expect(parseEnv({ ...good, MASTER_KEY: `k2:${key},k1:${key}` }).MASTER_KEY.map(({ id }) => id)).toEqual(['k2', 'k1']))
  it.each([
    ['BASE_URL', 'http://login.example'],
    ['BASE_URL', 'https://login.example/'],
    ['BASE_URL', 'ftp://login.example'],
    ['DATABASE_URL', 'mysql://x'],
    ['DATABASE_URL', undefined],
    ['MASTER_KEY', undefined],
    ['MASTER_KEY', 'short'],
    ['MASTER_KEY', `demo1:${key}`],
    ['PORT', '0'],
    ['API_RATE_PER_KEY', 'many'],
  ])('names %s in one line when it is %s', (name, value) => {
    const message = faultsOf({ [name]: value })
    expect(message.split('\n')).toHaveLength(1)
    expect(message.startsWith(`${name}: `)).toBe(true)
    if (name === 'MASTER_KEY' && value) expect(message).not.toContain(value)
  })
  it('tells every fault at once', () => expect(faultsOf({ PORT: 'x', BASE_URL: 'x' }).split('\n').length).toBe(2))
})
