import { describe, expect, it } from 'vitest'
import { parseEnv } from './env'

const key = Buffer.alloc(32, 7).toString('base64url')
const mail = { SMTP_URL: 'smtp://mail.example', ALIAS_DOMAIN: 'alias.example', MAIL_FROM: 'no-reply@login.example' }
const good = { DATABASE_URL: 'postgresql://u:p@db/signet', MASTER_KEY: `k1:${key}`, BASE_URL: 'https://login.example', ...mail }
const faultsOf = (change: Record<string, string | undefined>) => {
  try {
    parseEnv({ ...good, ...change })
    return ''
  } catch (error) {
    return (error as Error).message
  }
}

describe('parseEnv', () => {
  it('fills in what is left out', () => expect(parseEnv(good)).toMatchObject({ PORT: 3000, HOST: '127.0.0.1', WEB_PROCESSES: 1 }))
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
    ['PORT', '3e3'],
    ['PORT', '0x1f'],
    ['PORT', ' 3000'],
    ['EMBEDDED', '1'],
    ['MAIL_FROM', 'not an address'],
    ['MAIL_FROM', 'no-reply@alias.example'],
    ['MAIL_FROM', 'no-reply@b.ALIAS.example'],
    ['SMTP_URL', undefined],
    ['SMTP_URL', 'mail.example'],
    ['ALIAS_DOMAIN', undefined],
    ['MAIL_FROM', undefined],
    ['MAIL', 'no'],
    ['API_RATE_PER_KEY', 'many'],
    ['TRUSTED_PROXIES', '10.0.0.0/33'],
    ['TRUSTED_PROXIES', 'proxy.example'],
    ['POSTMASTER_ADDRESS', 'postmaster@x.example,1.a'],
  ])('names %s in one line when it is %s', (name, value) => {
    const message = faultsOf({ [name]: value })
    expect(message.split('\n')).toHaveLength(1)
    expect(message.startsWith(`${name}: `)).toBe(true)
    if (name === 'MASTER_KEY' && value) expect(message).not.toContain(value)
  })
  it('has the demo on this machine only', () => {
    const embedded = { EMBEDDED: '1', BASE_URL: 'http://localhost:3000' }
    expect(faultsOf(embedded)).toBe('')
    for (const HOST of ['127.0.0.1', '::1', 'localhost']) expect(faultsOf({ ...embedded, HOST })).toBe('')
    for (const HOST of ['0.0.0.0', '::', '192.0.2.1', 'login.example', '127.0.0.1.example'])
      expect(faultsOf({ ...embedded, HOST })).toMatch(/^EMBEDDED: [^\n]*$/)
    for (const BASE_URL of ['https://login.example', 'https://localhost.example', 'https://192.0.2.1'])
      expect(faultsOf({ ...embedded, BASE_URL })).toMatch(/^EMBEDDED: [^\n]*$/)
  })
  it('writes from the host of BASE_URL unless told otherwise, and never from the domain of the aliases', () => {
    const embedded = { ...good, EMBEDDED: '1', BASE_URL: 'http://localhost:3000', MAIL_FROM: undefined }
    expect(parseEnv(embedded).MAIL_FROM).toBe('no-reply@localhost')
    expect(parseEnv({ ...embedded, BASE_URL: 'http://127.0.0.1:3000' }).MAIL_FROM).toBe('no-reply@localhost')
    expect(parseEnv({ ...good, MAIL_FROM: 'signet@mail.example' }).MAIL_FROM).toBe('signet@mail.example')
    expect(faultsOf({ ALIAS_DOMAIN: 'login.example' })).toMatch(/^MAIL_FROM: must not be on ALIAS_DOMAIN \(login\.example\)/)
    expect(faultsOf({ ALIAS_DOMAIN: 'example' })).toMatch(/^MAIL_FROM: must not/)
    expect(faultsOf({ ALIAS_DOMAIN: 'alias.login.example' })).toBe('')
  })
  it('needs no mail beside the embedded database, in tests, or when mail is off by name', () => {
    const none = { SMTP_URL: undefined, ALIAS_DOMAIN: undefined, MAIL_FROM: undefined }
    expect(
      faultsOf(none)
        .split('\n')
        .map((line) => line.split(':')[0]),
    ).toEqual(['SMTP_URL', 'ALIAS_DOMAIN', 'MAIL_FROM'])
    expect(faultsOf({ ...none, EMBEDDED: '1', BASE_URL: 'http://localhost:3000' })).toBe('')
    for (const way of [{ NODE_ENV: 'test' }, { MAIL: 'off' }]) expect(faultsOf({ ...none, ...way })).toBe('')
    expect(parseEnv({ ...good, ...none, MAIL: 'off' }).ALIAS_DOMAIN).toBe('alias.localhost')
  })
  it('tells every fault at once', () => expect(faultsOf({ PORT: 'x', BASE_URL: 'x' }).split('\n').length).toBe(2))
})
