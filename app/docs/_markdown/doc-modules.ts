import type { ReactNode } from 'react'
import type { PageText } from '../_components/pages'

type PageModule = { default: (props: { searchParams: Promise<Record<string, never>> }) => ReactNode | Promise<ReactNode> }

/** The pages themselves: what is read as Markdown and what is searched is what is shown. */
export const DOC_MODULES: Record<PageText, () => Promise<PageModule>> = {
  start: () => import('../(guide)/page'),
  signIn: () => import('../(guide)/sign-in/page'),
  quickstarts: () => import('../(guide)/quickstarts/page'),
  libraries: () => import('../(guide)/libraries/page'),
  scopes: () => import('../(guide)/scopes/page'),
  tokens: () => import('../(guide)/tokens/page'),
  advanced: () => import('../(guide)/advanced/page'),
  mail: () => import('../(guide)/mail/page'),
  management: () => import('../(guide)/management/page'),
  sdk: () => import('../(guide)/sdk/page'),
  verifications: () => import('../(guide)/verifications/page'),
  wallets: () => import('../(guide)/wallets/page'),
  events: () => import('../(guide)/events/page'),
  signals: () => import('../(guide)/signals/page'),
  errors: () => import('../(guide)/errors/page'),
  testMode: () => import('../(guide)/test-mode/page'),
  live: () => import('../(guide)/live/page'),
  migrate: () => import('../(guide)/migrate/page'),
  api: () => import('../(guide)/api/page'),
  versioning: () => import('../(guide)/versioning/page'),
  changelog: () => import('../(guide)/changelog/page'),
}
