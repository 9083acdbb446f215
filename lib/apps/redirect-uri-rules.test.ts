import { describe, expect, it } from 'vitest'
import { redirectUriFault } from './redirect-uri-rules'

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
    expect(redirectUriFault(uri, false)).toBeNull()
    expect(redirectUriFault(uri, true)).toBeNull()
  })
  it('lets public clients alone register a private-use scheme with a dot', () => {
    expect(redirectUriFault('com.example.app:/cb', true)).toBeNull()
    expect(redirectUriFault('com.example.app:/cb', false)).toBe('private_scheme_needs_public_client')
  })
  it.each([
    ['http://a.example/cb', 'http_needs_loopback'],
    ['http://localhost.evil.example/cb', 'http_needs_loopback'],
    ['http://127.0.0.2/cb', 'http_needs_loopback'],
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
  ] as const)('refuses %s as %s', (uri, fault) => expect(redirectUriFault(uri, true)).toBe(fault))
})
