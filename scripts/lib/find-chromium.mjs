/** Finds a browser for the end-to-end tests, or installs Debian's when this user may. */
import { existsSync } from 'node:fs'
import { Failure } from './failure.mjs'
import { runProcess } from './processes.mjs'
import { step } from './progress.mjs'

/** @import {Lifetime} from './lifetime.mjs' */

/** Debian's browsers: the one without windows first, which costs six tenths of the other's CPU here. */
const DEBIAN_BROWSERS = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium']
const findDebianBrowser = () => DEBIAN_BROWSERS.find((file) => existsSync(file))

/**
 * @param {Lifetime} lifetime
 * @returns {Promise<string>} the path of its program
 */
export async function findChromium(lifetime) {
  const chosen = process.env.CHROMIUM_PATH
  if (chosen && !existsSync(chosen)) throw new Failure(`CHROMIUM_PATH names ${chosen}, which does not exist: correct or unset it.`)
  if (chosen) return chosen
  const debians = findDebianBrowser()
  if (debians) return debians
  const { chromium } = await import('playwright')
  if (existsSync(chromium.executablePath())) return chromium.executablePath()
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) await step('Installing a browser', () => installDebianChromium(lifetime))
  const installed = findDebianBrowser()
  if (installed) return installed
  throw new Failure('There is no browser for the end-to-end tests: install Chromium and set CHROMIUM_PATH, or run `npx playwright install chromium`.')
}

/** @param {Lifetime} lifetime */
async function installDebianChromium(lifetime) {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  for (const args of [['update'], ['install', '--yes', '--no-install-recommends', 'chromium-headless-shell']]) {
    const { code, output } = await runProcess('apt-get', args, { env, lifetime })
    if (code !== 0) throw new Failure('Chromium could not be installed: install it yourself, or set CHROMIUM_PATH to a browser.', { output })
  }
}
