import { defineConfig } from 'vitest/config'

/** Unit and integration tests beside the code; the global setup starts the Postgres they use. */
export default defineConfig({
  // Texts are only ever imported whole.
  json: { stringify: true, namedExports: false },
  test: {
    include: ['lib/**/*.test.ts', 'app/**/*.test.ts', 'e2e/**/*.test.ts', 'docs/**/*.test.ts'],
    globalSetup: 'vitest.global-setup.ts',
    // Faults are brought about on purpose.
    env: { LOG_LEVEL: process.env.LOG_LEVEL ?? 'silent' },
    testTimeout: 120_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 60_000 } },
    // More than the two cores: many tests wait for a database or a clock. Threads load the same modules for three quarters of the CPU of processes.
    maxWorkers: 5,
    pool: 'threads',
    // On a machine that stalls a test is tried a second time, and the summary says so. What must hold at once or not at all says it itself.
    retry: 1,
  },
})
