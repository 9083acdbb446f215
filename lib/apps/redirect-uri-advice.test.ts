import { describe, expect, it } from 'vitest'
import { addressLines, adviseOn } from './redirect-uri-advice'
import { redirectUriFault } from './redirect-uri-rules'

const registrant = (isPublic: boolean) => ({ isPublic, ownOrigin: 'https://login.example' })
const advice = (uri: string, isPublic = true) => adviseOn([uri], registrant(isPublic))[0]

describe('addressLines', () => {
  it('takes one address a line and leaves out blank ones', () => {
    expect(addressLines(' https://a.example/cb \r\n\r\n  https://b.example/cb')).toEqual(['https://a.example/cb', 'https://b.example/cb'])
    expect(addressLines(' \n')).toEqual([])
  })
})

describe('adviseOn', () => {
  it.each(['https://a.example/cb', 'https://a.example/cb?tenant=1', 'com.example.app:/cb', 'https://a.example/A/b'])(
    'has nothing to say about %s',
    (uri) => expect(advice(uri)).toEqual({ kind: 'good' }),
  )

  it.each([
    ['http://a.example/cb', 'http_needs_loopback', 'https://a.example/cb'],
    ['https://a.example/cb#done', 'fragment', 'https://a.example/cb'],
    ['https://*.example/cb', 'wildcard', null],
    ['https://me:secret@a.example/cb', 'user_info', 'https://a.example/cb'],
    ['https://a.example/c b', 'bad_characters', 'https://a.example/c%20b'],
    ['https://zażółć.example/cb', 'bad_characters', 'https://xn--za-6ja4f8n1l.example/cb'],
    ['https://a.example/100%', 'bad_percent_encoding', 'https://a.example/100%25'],
    ['a.example/cb', 'not_absolute', 'https://a.example/cb'],
    ['//a.example/cb', 'not_absolute', 'https://a.example/cb'],
    ['https:/a.example/cb', 'not_absolute', 'https://a.example/cb'],
    ['localhost:3000/cb', 'scheme_not_allowed', 'http://localhost:3000/cb'],
    ['myapp:/cb', 'scheme_not_allowed', null],
    ['javascript:alert(1)', 'scheme_not_allowed', null],
    ['https://a.example/cb?code=1', 'answer_parameter', 'https://a.example/cb'],
    ['https://a.example/cb?tenant=1&state=x&b=2', 'answer_parameter', 'https://a.example/cb?tenant=1&b=2'],
    ['https://login.example/account', 'own_origin', null],
  ] as const)('refuses %s as %s and offers %s', (uri, code, better) => expect(advice(uri)).toEqual({ kind: 'fault', code, better }))

  it.each([
    ['https://A.example/Cb', 'upper_case_host', 'https://a.example/Cb'],
    ['HTTPS://a.example/cb', 'upper_case_host', 'https://a.example/cb'],
    ['https://a.example:443/cb', 'default_port', 'https://a.example/cb'],
    ['http://localhost:80/cb', 'default_port', 'http://localhost/cb'],
    ['https://a.example/x/../cb', 'dot_segments', 'https://a.example/cb'],
    ['https://a.example//cb', 'double_slash', 'https://a.example/cb'],
    ['https://a.example/cb/', 'trailing_slash', 'https://a.example/cb'],
    ['https://a.example/cb/?x=1', 'trailing_slash', 'https://a.example/cb?x=1'],
    ['https://a.example', 'no_path', null],
    ['https://a.example/', 'no_path', null],
    ['http://localhost:3000/cb', 'loopback', null],
    ['http://127.0.0.1:3000/cb', 'loopback', null],
    ['a.example:8443/cb', 'looks_like_host', 'https://a.example:8443/cb'],
  ] as const)('takes %s and warns of %s, offering %s', (uri, code, better) => expect(advice(uri)).toEqual({ kind: 'hint', code, better }))

  it('tells confidential apps that a private-use scheme is not for them', () => {
    expect(advice('com.example.app:/cb', false)).toMatchObject({ kind: 'fault', code: 'private_scheme_needs_public_client' })
  })

  it('marks the second of two equal addresses', () => {
    expect(adviseOn(['https://a.example/cb', 'https://a.example/cb'], registrant(false))).toEqual([
      { kind: 'good' },
      { kind: 'fault', code: 'twice', better: null },
    ])
  })

  it('never offers an address that could not be registered', () => {
    const awkward = [
      'myapp:/x y',
      'http://user@a.example/#x',
      '://',
      'https://',
      'ftp://a.example',
      'https://a.example:99999/',
      '[::1]:3000/cb',
      '%',
      'http://*.a/',
    ]
    for (const [index, uri] of awkward.entries()) {
      const { better } = { better: null, ...adviseOn(awkward, registrant(true))[index] }
      if (better !== null) expect(redirectUriFault(better, registrant(true)), uri).toBeNull()
    }
  })
})
