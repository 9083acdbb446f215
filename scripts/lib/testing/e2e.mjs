/** End-to-end tests in a real browser, against the production build. */
import { mkdirSync } from 'node:fs'
import path from 'node:path'
import { nodeTool, runNode } from '../processes.mjs'
import { readPlaywrightCounts } from './runner-results.mjs'
import { startServers } from './servers.mjs'

export async function runEndToEndTests({ workspace, masterKey, chromium, forRunners, lifetime }) {
  const dataDir = workspace.file('e2e-data')
  mkdirSync(dataDir, { mode: 0o700 })
  const env = {
    ...process.env,
    NODE_ENV: 'production',
    NEXT_TELEMETRY_DISABLED: '1',
    DATABASE_URL: await workspace.createMigratedDatabase('signet_e2e'),
    MASTER_KEY: masterKey,
    DATA_DIR: dataDir,
    EMBEDDED: '1',
  }
  // A browser that is stopped hard leaves its profile behind; there it goes with everything else.
  const browserDir = workspace.file('browser')
  mkdirSync(browserDir)
  const { frontUrl, nextUrl, logFiles, showLogs } = await startServers({ workspace, env, lifetime })
  const report = workspace.file('playwright.json')
  const { code } = await runNode([nodeTool('@playwright', 'test', 'cli.js'), 'test', '--reporter=list,json', ...forRunners], {
    env: {
      ...env,
      NODE_ENV: 'test',
      FRONT_URL: frontUrl,
      NEXT_URL: nextUrl,
      SERVER_LOGS: logFiles.join(path.delimiter),
      CHROMIUM_PATH: chromium,
      TMPDIR: browserDir,
      PLAYWRIGHT_JSON_OUTPUT_FILE: report,
      PLAYWRIGHT_HTML_OPEN: 'never',
    },
    show: true,
    lifetime,
  })
  if (code !== 0 && !lifetime.isEnding()) showLogs()
  return readPlaywrightCounts(report, code)
}
