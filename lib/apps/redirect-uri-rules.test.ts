import { describe, expect, it } from 'vitest'
import { redirectUriFault } from './redirect-uri-rules'

const SERVER = { isPublic: false, ownOrigin: 'https://login.example', ownCallback: 'https://login.example/company/apps/app_1/playground/callback' }
const PHONE = { ...SERVER, isPublic: true }

describe('redirectUriFault', () => {
  it.each([
    'https://a.example/cb',
    'https://a.example',
    'https://a.example:8443/cb?x=1&y=%20',
    'http://localhost/cb',
    'http://localhost:3000/cb',
    'http://127.0.0.1:5/cb',
    'http://[::1]:5/cb',
  ])('lets any client register %s', (uri) => {
    expect(redirectUriFault(uri, SERVER)).toBeNull()
    expect(redirectUriFault(uri, PHONE)).toBeNull()
  })
  it('takes other hosts and ports than ours for other servers, and of ours the trial log-ins of the app alone', () => {
    for (const uri of [
      'https://login.example:8443/cb',
      'https://app.login.example/cb',
      'https://a.example/cb?codes=1&status=2',
      SERVER.ownCallback,
    ]) {
      expect([uri, redirectUriFault(uri, SERVER)]).toEqual([uri, null])
    }
  })
  it('lets public clients alone register a private-use scheme with a dot', () => {
    expect(redirectUriFault('com.example.app:/cb', PHONE)).toBeNull()
    expect(redirectUriFault('com.example.app:/cb', SERVER)).toBe('private_scheme_needs_public_client')
  })
  it.each([
    ['http://a.example/cb', 'http_needs_loopback'],
    ['http://localhost.evil.example/cb', 'http_needs_loopback'],
    ['http://127.0.0.2/cb', 'http_needs_loopback'],
    ['com.example.app://[', 'not_absolute'],
    ['https://a.example/cb?code=1', 'answer_parameter'],
    ['https://a.example/cb?x=1&%73tate=2', 'answer_parameter'],
    ['https://a.example/cb?iss', 'answer_parameter'],
    ['https://a.example/cb?error=access_denied', 'answer_parameter'],
    ['https://a.example/cb?response=x', 'answer_parameter'],
    ['com.example.app:/cb?code=1', 'answer_parameter'],
    ['https://login.example/', 'own_origin'],
    ['https://login.example', 'own_origin'],
    ['https://LOGIN.example:443/account', 'own_origin'],
    ['https://login.example./account', 'own_origin'],
    ['https://login.example/company/apps/app_2/playground/callback', 'own_origin'],
    ['https://a.example/#', 'fragment'],
    ['https://*.example/cb', 'wildcard'],
    ['https://user@a.example/', 'user_info'],
    ['https://@a.example/', 'user_info'],
    ['https:a.example', 'not_absolute'],
    ['https:///cb', 'not_absolute'],
    ['//a.example/cb', 'not_absolute'],
    ['/cb', 'not_absolute'],
    ['', 'bad_characters'],
    ['https://a.example/c b', 'bad_characters'],
    ['https://a.example/\u0000', 'bad_characters'],
    ['https://a.example/ä', 'bad_characters'],
    ['https://a.example\\@evil.example/', 'bad_characters'],
    ['https://a.example/%zz', 'bad_percent_encoding'],
    ['javascript:alert(1)', 'scheme_not_allowed'],
    ['data:text/html,x', 'scheme_not_allowed'],
    ['myapp:/cb', 'scheme_not_allowed'],
    [`https://a.example/${'x'.repeat(2000)}`, 'too_long'],
  ] as const)('refuses %s as %s', (uri, fault) => expect(redirectUriFault(uri, PHONE)).toBe(fault))
})
