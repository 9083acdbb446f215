/** What programs call themselves, most particular first: a library that builds on another names both. */
export const LIBRARIES = [
  ['mod_auth_openidc', 'mod_auth_openidc'],
  ['openid-client', 'openid-client (Node.js)'],
  ['oauth4webapi', 'oauth4webapi (Node.js)'],
  ['Authlib', 'Authlib (Python)'],
  ['python-requests', 'Requests (Python)'],
  ['python-httpx', 'HTTPX (Python)'],
  ['aiohttp', 'aiohttp (Python)'],
  ['Python-urllib', 'urllib (Python)'],
  ['GuzzleHttp', 'Guzzle (PHP)'],
  ['Symfony HttpClient', 'Symfony (PHP)'],
  ['Faraday', 'Faraday (Ruby)'],
  ['rest-client', 'rest-client (Ruby)'],
  ['http.rb', 'http.rb (Ruby)'],
  ['Ruby', 'Ruby'],
  ['Go-http-client', 'Go'],
  ['Apache-HttpClient', 'Apache HttpClient (Java)'],
  ['Java-http-client', 'Java'],
  ['ReactorNetty', 'Reactor Netty (Java)'],
  ['okhttp', 'OkHttp (Java)'],
  ['Java/', 'Java'],
  ['reqwest', 'reqwest (Rust)'],
  ['axios', 'axios (Node.js)'],
  ['node-fetch', 'node-fetch (Node.js)'],
  ['undici', 'Node.js'],
  ['Dart/', 'Dart'],
  ['CFNetwork', 'Apple'],
  ['PostmanRuntime', 'Postman'],
  ['insomnia', 'Insomnia'],
  ['HTTPie', 'HTTPie'],
  ['curl/', 'curl'],
  ['Wget', 'Wget'],
] as const

/**
 * The library that sent a request: a word of this list, no version, nothing of what was typed. Every browser is `Browser`.
 * @returns null for what says nothing we know
 */
export function clientLibrary(userAgent: string | null | undefined): string | null {
  if (!userAgent) return null
  if (userAgent === 'node') return 'Node.js'
  const [, name = null] = LIBRARIES.find(([mark]) => userAgent.includes(mark)) ?? []
  return name ?? (userAgent.startsWith('Mozilla/') ? 'Browser' : null)
}
