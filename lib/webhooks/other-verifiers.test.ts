import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { Webhook as StandardVerifier } from 'standardwebhooks'
import { Webhook as SvixVerifier } from 'svix'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { closeDatabase } from '#lib/core/db'
import { newId } from '#lib/core/random-id'
import { newSigningSecret, signedHeaders } from './signing'
import { aDelivery, type Delivered } from './testing/a-delivery'
import { whileDelivering } from './testing/while-delivering'

/** `npm run verifiers`: the verifiers of PyPI too, installed into a folder of their own; without it those of npm. */
const WITH_PYTHON = process.env.PYTHON_VERIFIERS === '1'

// Only the embedded default sends to this machine.
vi.hoisted(() => {
  process.env.EMBEDDED = '1'
})

const run = promisify(execFile)
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'verifiers-'))
})
afterAll(async () => {
  await closeDatabase()
  await rm(folder, { recursive: true })
})

whileDelivering()

type Verifier = (request: Delivered) => Promise<boolean> | boolean

const takes = (verify: () => unknown) => {
  try {
    verify()
    return true
  } catch {
    return false
  }
}

const twisted: Record<string, (request: Delivered) => Delivered> = {
  'a tampered body': (request) => ({ ...request, body: request.body.replace('app.created', 'app.updated') }),
  'another id': (request) => ({ ...request, headers: { ...request.headers, 'webhook-id': newId('evt') } }),
  'another secret': (request) => ({ ...request, secret: newSigningSecret('v1') }),
  'another time': (request) => ({ ...request, headers: { ...request.headers, 'webhook-timestamp': String(Math.floor(Date.now() / 1000) - 60) } }),
  'a request of ours that is six minutes old, played again': (request) => {
    const seconds = Math.floor(Date.now() / 1000) - 360
    return {
      ...request,
      headers: { ...request.headers, ...signedHeaders([request.secret], request.headers['webhook-id'] as string, seconds, request.body) },
    }
  },
}

async function expectVerified(verify: Verifier): Promise<void> {
  const { first, again } = await aDelivery()
  expect(await verify(first)).toBe(true)
  expect(await verify(again)).toBe(true)
  // Within five minutes a replay is known by its id, which stays.
  expect(again.headers['webhook-id']).toBe(first.headers['webhook-id'])
  for (const [what, twist] of Object.entries(twisted)) expect(await verify(twist(first)), what).toBe(false)
}

describe('of npm', () => {
  it('standardwebhooks takes what we send and nothing else', () =>
    expectVerified(({ secret, headers, body }) => takes(() => new StandardVerifier(secret).verify(body, headers))))

  it('svix does, too', () => expectVerified(({ secret, headers, body }) => takes(() => new SvixVerifier(secret).verify(body, headers))))
})

const isThere = (program: string) => run('sh', ['-c', `command -v ${program}`]).then(Boolean, () => false)

const ASK = (module: string) => `import json, sys
from ${module} import Webhook
request = json.load(open(sys.argv[1]))
try:
    Webhook(request["secret"]).verify(request["body"], request["headers"])
    print("taken")
except Exception as error:
    print("refused", type(error).__name__)
`

describe.skipIf(!WITH_PYTHON)('of PyPI', () => {
  it.each([
    ['standardwebhooks', 'standardwebhooks'],
    ['svix', 'svix.webhooks'],
  ])(
    '%s takes what we send and nothing else',
    async (distribution, module) => {
      if (!(await isThere('python3')) || !(await isThere('pip3'))) throw new Error('python3 and pip3 are not on this machine: left out')
      const home = path.join(folder, distribution)
      await run('python3', ['-m', 'venv', home])
      await run(path.join(home, 'bin', 'pip'), ['install', '--quiet', '--disable-pip-version-check', distribution])
      await writeFile(path.join(home, 'ask.py'), ASK(module))
      await expectVerified(async (request) => {
        await writeFile(path.join(home, 'request.json'), JSON.stringify(request))
        const { stdout } = await run(path.join(home, 'bin', 'python'), [path.join(home, 'ask.py'), path.join(home, 'request.json')])
        expect(stdout).toMatch(/^taken|^refused WebhookVerificationError/)
        return stdout.startsWith('taken')
      })
    },
    240_000,
  )
})
