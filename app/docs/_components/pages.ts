/** The documentation's pages in reading order; `text` names a message in `docs.nav`. */
export const PAGES = [
  { href: '/docs', text: 'start' },
  { href: '/docs/sign-in', text: 'signIn' },
  { href: '/docs/quickstarts', text: 'quickstarts' },
  { href: '/docs/libraries', text: 'libraries' },
  { href: '/docs/scopes', text: 'scopes' },
  { href: '/docs/tokens', text: 'tokens' },
  { href: '/docs/advanced', text: 'advanced' },
  { href: '/docs/mail', text: 'mail' },
  { href: '/docs/management', text: 'management' },
  { href: '/docs/sdk', text: 'sdk' },
  { href: '/docs/verifications', text: 'verifications' },
  { href: '/docs/wallets', text: 'wallets' },
  { href: '/docs/events', text: 'events' },
  { href: '/docs/signals', text: 'signals' },
  { href: '/docs/errors', text: 'errors' },
  { href: '/docs/test-mode', text: 'testMode' },
  { href: '/docs/live', text: 'live' },
  { href: '/docs/migrate', text: 'migrate' },
  { href: '/docs/api', text: 'api' },
  { href: '/docs/versioning', text: 'versioning' },
  { href: '/docs/changelog', text: 'changelog' },
] as const

export type PageText = (typeof PAGES)[number]['text']

export type PageTexts = Record<PageText, string>
