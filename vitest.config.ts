import { defineConfig } from 'vitest/config'

/** Unit and integration tests beside the code. Integration tests use the real Postgres that `npm test` starts. */
export default defineConfig({
  test: {
    include: ['lib/**/*.test.ts', 'app/**/*.test.ts'],
    testTimeout: 120_000,
    hookTimeout: 120_000,
    maxWorkers: 2,
  },
})
