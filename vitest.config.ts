import { randomBytes } from 'node:crypto'
import { defineConfig } from 'vitest/config'

/** Unit and integration tests beside the code. Integration tests use the real Postgres that `npm test` starts. */
export default defineConfig({
  test: {
    include: ['lib/**/*.test.ts', 'app/**/*.test.ts', 'e2e/**/*.test.ts', 'docs/**/*.test.ts'],
    // Vite keeps a BASE_URL of its own; without `npm test` there is no database and no key, and unit tests need neither.
    env: {
      BASE_URL: 'http://localhost:3000',
      DATABASE_URL: process.env.DATABASE_URL ?? 'postgresql://localhost/none',
      // Faults are brought about on purpose.
      LOG_LEVEL: process.env.LOG_LEVEL ?? 'silent',
      MASTER_KEY: process.env.MASTER_KEY ?? `k1:${randomBytes(32).toString('base64url')}`,
    },
    testTimeout: 120_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 60_000 } },
    maxWorkers: 2,
  },
})
