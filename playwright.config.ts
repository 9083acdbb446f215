import { defineConfig } from '@playwright/test'

/**
 * End-to-end tests against the servers that the global setup starts: `front` is the production front server, `browser` drives
 * Chromium on it, `next` is plain Next with the same endpoints. Only the protocol suite runs against both. On a machine that
 * stalls a test may be tried a second time, and the summary says so. What must hold at once or not at all says it in its file:
 * races, hostile requests, and what joins people.
 */
const launchOptions = {
  executablePath: process.env.CHROMIUM_PATH,
  args: [
    '--no-sandbox',
    '--disable-gpu',
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
  ],
}

export default defineConfig({
  testDir: 'e2e',
  testMatch: '**/*.spec.ts',
  fullyParallel: true,
  // Twice the two cores: half of a test is waiting.
  workers: 4,
  timeout: 180_000,
  expect: { timeout: 30_000 },
  forbidOnly: Boolean(process.env.CI),
  retries: 1,
  globalSetup: './e2e/setup/global-setup.ts',
  reporter: [['list'], ...(process.env.PLAYWRIGHT_JSON_OUTPUT_FILE ? ([['json']] as const) : []), ['./e2e/setup/show-server-logs.ts']],
  use: { launchOptions, locale: 'en-GB', trace: 'off' },
  projects: [
    { name: 'front', testIgnore: /e2e\/(faults|flows)\//, use: { baseURL: process.env.FRONT_URL } },
    // The page of one test serves the next, emptied: a new one costs a second of a core, and what a browser keeps of scripts.
    { name: 'browser', testMatch: /e2e\/flows\//, use: { baseURL: process.env.FRONT_URL, reuseContext: true } },
    // They start and break servers of their own: `npm run faults`.
    { name: 'faults', testMatch: process.env.FAULTS ? /e2e\/faults\// : [] },
    // What is asked thousands of times, or at the same moment, is asked of the one that serves the world.
    { name: 'next', testMatch: /e2e\/protocol\/.*\.spec\.ts/, testIgnore: /foreign-resources|races/, use: { baseURL: process.env.NEXT_URL } },
  ],
})
