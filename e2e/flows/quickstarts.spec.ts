import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { createServer } from 'node:net'
import path from 'node:path'
import type { Page } from '@playwright/test'
import { type QuickstartLanguage, quickstart } from '#lib/apps/quickstarts'
import { isClientType } from '#lib/apps/schema'
import { backAtApp, startClientServer } from '../fixtures/client-server'
import { signedIn } from '../fixtures/signed-in'
import { expect, test } from '../fixtures/test'
import { aCompany, anApp, aPerson } from '../fixtures/world'

const allow = (page: Page) => page.getByRole('button', { name: 'Allow' }).click()

/** What begins each that listens by itself; all but Node.js need a runtime that a machine may not have. */
const RUN: [QuickstartLanguage, command: string[]][] = [
  ['node', [process.execPath]],
  ['python', ['python3']],
  ['go', ['go', 'run']],
  ['java', ['java']],
]

/** The quickstart as a file inside the project, so that its imports resolve, running with the secret in its environment. */
async function runAsPrinted(file: string, code: string, [command = '', ...first]: string[], secret: string | null) {
  const dir = await mkdtemp(path.resolve('test-results-quickstart-'))
  await writeFile(path.join(dir, file), code)
  const child = spawn(command, [...first, file], {
    cwd: dir,
    env: { ...process.env, CLIENT_SECRET: secret ?? '' },
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  let output = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => (output += text))
  const gone = once(child, 'exit')
  return {
    output: () => output,
    say: (line: string) => child.stdin.end(`${line}\n`),
    gone,
    stop: async () => {
      if (child.exitCode === null) child.kill()
      await gone
      await rm(dir, { recursive: true })
    },
  }
}

for (const clientType of ['confidential', 'spa']) {
  test(`the curl quickstart of a ${clientType} app signs a person in as printed`, async ({ page, server }) => {
    const site = await startClientServer()
    const app = await anApp(await aCompany(), { redirectUris: [site.redirectUri], clientType })
    if (!isClientType(clientType)) throw new Error('no such client type')
    const { code, file } = quickstart('curl', {
      issuer: server,
      clientId: app.client_id,
      redirectUri: site.redirectUri,
      clientType,
      scopes: app.scopes,
    })
    const script = await runAsPrinted(file, code, ['bash'], app.client_secret)
    try {
      await expect.poll(script.output).toContain('code_challenge_method=S256')
      await signedIn(page, await aPerson({ given_name: 'Quick', family_name: 'Start', locale: 'en' }), server)
      await page.goto(script.output().trim())
      await allow(page)
      const callback = await backAtApp(page, site)
      script.say(callback.searchParams.get('code') ?? '')
      await script.gone
      expect(script.output()).toContain('"given_name":"Quick"')
    } finally {
      await script.stop()
      await site.close()
    }
  })

  for (const [language, command] of RUN)
    test(`the ${language} quickstart of a ${clientType} app signs a person in as printed`, async ({ page, server }) => {
      test.skip(language !== 'node' && process.env.QUICKSTARTS !== '1', 'run by `npm run quickstarts`')
      const probe = createServer().listen(0, 'localhost')
      await once(probe, 'listening')
      const redirectUri = `http://localhost:${(probe.address() as AddressInfo).port}/callback`
      await new Promise((closed) => probe.close(closed))
      const app = await anApp(await aCompany(), { redirectUris: [redirectUri], clientType })
      if (!isClientType(clientType)) throw new Error('no such client type')
      const { code, file } = quickstart(language, { issuer: server, clientId: app.client_id, redirectUri, clientType, scopes: app.scopes })
      const program = await runAsPrinted(file, code, command, app.client_secret)
      const begin = new URL('/log-in', redirectUri).href
      try {
        const isUp = () =>
          fetch(begin, { redirect: 'manual' }).then(
            ({ status }) => status,
            () => 0,
          )
        await expect.poll(async () => [302, 303].includes(await isUp())).toBe(true)
        await signedIn(page, await aPerson({ given_name: 'Quick', family_name: 'Start', locale: 'en' }), server)
        await page.goto(begin)
        await allow(page)
        await expect(page.getByText(/"given_name": ?"Quick"/)).toBeVisible()
        // A sign-in that another browser began is refused.
        await page.context().clearCookies({ name: 'sign-in' })
        expect((await page.request.get(`${redirectUri}?code=x&state=y`)).status()).toBe(400)
      } finally {
        await program.stop()
      }
    })
}
