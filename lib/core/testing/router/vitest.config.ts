import { defineConfig } from 'vitest/config'
import shared from '../../../../vitest.config'

const OVER_SEVERAL = [
  'oauth',
  'grants',
  'subjects',
  'session',
  'accounts',
  'users',
  'receipts',
  'privacy',
  'jobs',
  'mail',
  'relay/held',
  'verifications',
  'core/testing/router',
]
const OF_COMPANIES = [
  'apps',
  'companies',
  'playground',
  'test-environments',
  'audit',
  'events',
  'idempotency',
  'ratelimit',
  'request-log',
  'signals',
  'webhooks',
]

/** They look into the database by calls that say no shard, or at what is on one database as yet. */
const NOT_YET = ['mail/deliver-mail', 'mail/one-mailbox', 'oauth/verified-claims/whole-way']

/** They start a database or a worker of their own, which knows of no second one. */
const OF_THEIR_OWN = ['verifications/worker/killed-worker', 'verifications/worker/lost-material']

/** `npm run shards`: tests as they are, over two databases behind the stand-in of the router. */
export default defineConfig({
  test: {
    ...shared.test,
    root: process.cwd(),
    include: ['lib/relay/forwarding.test.ts', ...[...OVER_SEVERAL, ...OF_COMPANIES].map((folder) => `lib/${folder}/**/*.test.ts`)],
    exclude: (process.env.SHARDS_ALL ? OF_THEIR_OWN : [...OF_THEIR_OWN, ...NOT_YET]).map((file) => `lib/${file}.test.ts`),
    globalSetup: ['vitest.global-setup.ts', 'lib/core/testing/router/global-setup.ts'],
    setupFiles: ['lib/core/testing/router/set-up.ts'],
  },
})
