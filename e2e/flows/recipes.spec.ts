import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import path from 'node:path'
import { signedIn } from '../fixtures/signed-in'
import { expect, test } from '../fixtures/test'
import { aCompany, anApp, aPerson } from '../fixtures/world'
import { apache, omniauth, php } from '../recipes/debian'
import { authlib, goOidc, spring } from '../recipes/languages'
import { appAuth, authJs, passport } from '../recipes/node'
import type { Place } from '../recipes/recipe'

const RECIPES = [authJs, passport, authlib, spring, omniauth, apache, goOidc, appAuth, php]
const MINUTES_TO_INSTALL = 9 * 60_000

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, 'localhost')
  await once(probe, 'listening')
  const { port } = probe.address() as AddressInfo
  await new Promise((closed) => probe.close(closed))
  return port
}

function placeFor(name: string, fields: Omit<Place, 'folder' | 'run' | 'write'>): Place {
  const folder = path.resolve('dist/recipes', name.replaceAll(' ', '-'))
  mkdirSync(folder, { recursive: true })
  return {
    ...fields,
    folder,
    write: (file, text) => {
      mkdirSync(path.dirname(path.join(folder, file)), { recursive: true })
      writeFileSync(path.join(folder, file), text)
    },
    run: async (command, args) => {
      const child = spawn(command, args, { cwd: folder, stdio: ['ignore', 'inherit', 'inherit'] })
      const [code] = await once(child, 'exit')
      expect(code, `${command} ${args.join(' ')}`).toBe(0)
    },
  }
}

for (const { name, clientType = 'confidential', app: fields, callback, begin, presses, shows = '@', install, start } of RECIPES)
  test(`what the documentation prints for ${name} signs a person in`, async ({ page, server }) => {
    test.skip(process.env.RECIPES !== '1', 'run by `npm run recipes`')
    test.setTimeout(MINUTES_TO_INSTALL)
    page.setDefaultTimeout(30_000)
    const origin = `http://localhost:${await freePort()}`
    const redirectUri = origin + callback
    const app = await anApp(await aCompany(), { redirectUris: [redirectUri], clientType, settings: fields })
    const place = placeFor(name, { issuer: server, origin, clientId: app.client_id, redirectUri })
    const installed = path.join(place.folder, '.installed')
    if (!existsSync(installed)) {
      await install(place)
      writeFileSync(installed, '')
    }
    const address = path.join(place.folder, 'address')
    rmSync(address, { force: true })
    const { command, args, environment } = await start(place)
    const secrets = { CLIENT_ID: app.client_id, CLIENT_SECRET: app.client_secret ?? '' }
    const child = spawn(command, args, {
      cwd: place.folder,
      env: { ...process.env, ...secrets, ...environment },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    let output = ''
    child.stdout.setEncoding('utf8').on('data', (text: string) => (output += text))
    const gone = once(child, 'exit')
    try {
      const isUp = () =>
        existsSync(address) ||
        fetch(origin + begin, { redirect: 'manual' }).then(
          ({ status }) => status < 500,
          () => false,
        )
      const ended = gone.then(([code]) => Promise.reject(new Error(`it ended with ${code}`)))
      ended.catch(() => {})
      await Promise.race([ended, expect.poll(isUp, { timeout: 120_000 }).toBe(true)])
      await signedIn(page, await aPerson({ given_name: 'Quick', family_name: 'Start', locale: 'en' }), server)
      await page.goto(existsSync(address) ? readFileSync(address, 'utf8') : origin + begin)
      if (presses) await page.getByRole('button', { name: presses }).click()
      await page.getByRole('button', { name: 'Allow' }).click()
      const text = async () => output + (await page.locator('body').innerText())
      await expect.poll(text).toContain('Quick')
      expect(await text()).toContain(shows)
      console.log(`${name}: ${(await text()).slice(0, 1500)}`)
    } finally {
      if (child.exitCode === null) child.kill()
      await gone
    }
  })

for (const language of ['python', 'java', 'go'])
  test(`a client that a generator writes for ${language} from the served document makes an app`, async ({ server }) => {
    test.skip(process.env.RECIPES !== '1', 'run by `npm run recipes`')
    test.setTimeout(MINUTES_TO_INSTALL)
    const { apiKey } = await aCompany()
    const environment = { ...process.env, SIGNET_URL: server, SIGNET_API_KEY: apiKey }
    const child = spawn(process.execPath, ['scripts/sdk-clients.mjs', language], { env: environment, stdio: ['ignore', 'pipe', 'inherit'] })
    let output = ''
    child.stdout.setEncoding('utf8').on('data', (text: string) => (output += text))
    const [code] = await once(child, 'exit')
    expect(code, output).toBe(0)
    expect(output).toMatch(/: cli_\w+/)
  })
