import { expect, it } from 'vitest'
import { pathForHost } from './request-target'

const HOST = 'login.example:8443'
const asked = (url: string, host: string | undefined = HOST) => pathForHost({ url, headers: { host } }, HOST)

it.each([
  ['/login', '/login'],
  ['/login?a=http://evil.example/', '/login?a=http://evil.example/'],
  ['//evil.example/login', '//evil.example/login'],
  [`http://${HOST}/login?x`, '/login?x'],
  [`HTTPS://${HOST}/`, '/'],
  [`http://${HOST}`, '/'],
  [`http://${HOST}?x`, '/?x'],
])('%s is for us', (url, path) => expect(asked(url)).toBe(path))

it.each([
  'http://evil.example/login', `http://evil.example@${HOST}/login`, `http://${HOST}@evil.example/`, `http://${HOST}.evil.example/`, 'http:///login',
  'http://login.example/login', `ftp://${HOST}/login`, `//${HOST}`.slice(1).replace('/', ''), '*', '', 'login', `http:\\\\${HOST}\\login`, `http://${HOST}\\.evil.example/`,
])('%s is for somebody else', (url) => expect(asked(url)).toBeNull()) // biome-ignore format: a list

it.each([undefined, '', 'evil.example', 'login.example', `${HOST}, evil.example`, `${HOST}.`])(
  'Host: %s is somebody else, whatever the address says',
  (host) => {
    expect(pathForHost({ url: '/login', headers: { host } }, HOST)).toBeNull()
    expect(pathForHost({ url: `http://${HOST}/login`, headers: { host } }, HOST)).toBeNull()
  },
)
