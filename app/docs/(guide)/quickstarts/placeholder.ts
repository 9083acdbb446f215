import type { QuickstartApp } from '#lib/apps/quickstarts'

export type ShownApp = Omit<QuickstartApp, 'issuer'>

/** The app that getting started registers, and what stands in the code for visitors without one. */
export const PLACEHOLDER: ShownApp = {
  clientId: 'YOUR_CLIENT_ID',
  redirectUri: 'http://localhost:4000/callback',
  clientType: 'confidential',
  scopes: ['openid', 'given_name', 'email'],
}
