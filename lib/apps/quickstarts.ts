import type { Quickstart } from './quickstarts/code'
import { csharpQuickstart } from './quickstarts/csharp'
import { curlQuickstart } from './quickstarts/curl'
import { goQuickstart } from './quickstarts/go'
import { javaQuickstart } from './quickstarts/java'
import { nodeQuickstart } from './quickstarts/node'
import { phpQuickstart } from './quickstarts/php'
import { pythonQuickstart } from './quickstarts/python'
import { type ClientType, isPublicClient } from './schema'

/** The app a quickstart is written for. */
export type QuickstartApp = { issuer: string; clientId: string; redirectUri: string; clientType: ClientType; scopes: readonly string[] }

const WRITERS = {
  curl: curlQuickstart,
  node: nodeQuickstart,
  python: pythonQuickstart,
  php: phpQuickstart,
  go: goQuickstart,
  java: javaQuickstart,
  csharp: csharpQuickstart,
} as const

export type QuickstartLanguage = keyof typeof WRITERS

export const QUICKSTART_LANGUAGES = {
  curl: 'curl',
  node: 'Node.js',
  python: 'Python',
  php: 'PHP',
  go: 'Go',
  java: 'Java',
  csharp: 'C#',
} as const satisfies Record<QuickstartLanguage, string>

/**
 * A whole sign-in in one file, with this app's own values and without its secret, which comes from the environment
 * variable `CLIENT_SECRET`. It runs as it stands where the redirect URI is on this machine.
 */
export function quickstart(language: QuickstartLanguage, { issuer, clientId, redirectUri, clientType, scopes }: QuickstartApp): Quickstart {
  // A refresh token needs `prompt=consent` too; the first sign-in does without.
  const scope = scopes.filter((name) => name !== 'offline_access').join(' ')
  return WRITERS[language]({ issuer, clientId, redirectUri, scope, hasSecret: !isPublicClient(clientType) })
}
