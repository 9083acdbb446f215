/**
 * `npm run dev:hooks -- http://localhost:4000/hook`: passes a company's events on to a server on this machine, signed as
 * webhooks are. The key is SIGNET_API_KEY or the demo's, Signet is at SIGNET_URL or on this machine.
 */
import './lib/require-node.mjs'
import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { dataDirFrom } from './lib/configuration.mjs'
import { readEventStream } from './lib/hooks/read-event-stream.mjs'
import { signWebhook } from './lib/hooks/sign-webhook.mjs'

const [target] = process.argv.slice(2)
if (!target || !URL.canParse(target)) {
  console.error('Say where events go: npm run dev:hooks -- http://localhost:4000/hook')
  process.exit(2)
}
const from = process.env.SIGNET_URL ?? 'http://localhost:3000'
const key = process.env.SIGNET_API_KEY ?? (await demoKey())
const secret = process.env.SIGNET_WEBHOOK_SECRET ?? `whsec_${randomBytes(32).toString('base64')}`

console.log(`Events of ${from} go to ${target}.\nSigning secret: ${secret}\nCtrl-C ends it.`)

/** @type {string | undefined} */
let last
for (;;) {
  const waitMs = await follow()
  await pause(waitMs)
}

/** @returns {Promise<number>} when to ask again */
async function follow() {
  const headers = { accept: 'text/event-stream', authorization: `Bearer ${key}`, ...(last !== undefined && { 'last-event-id': last }) }
  try {
    const answer = await fetch(`${from}/api/v1/events`, { headers })
    if (answer.status === 400 && last !== undefined) {
      console.error(`Events after ${last} are gone: going on with what happens next.`)
      last = undefined
      return 0
    }
    if (answer.status === 401 || answer.status === 400) {
      console.error(await answer.text())
      process.exit(1)
    }
    if (!answer.ok || !answer.body) return 2000
    for await (const { id, type, data } of readEventStream(/** @type {AsyncIterable<Uint8Array>} */ (/** @type {unknown} */ (answer.body)))) {
      if (type !== undefined && data !== undefined) await passOn(id, type, data)
      last = id
    }
    return 0
  } catch (error) {
    console.error(`${from} cannot be reached: ${error instanceof Error ? error.message : error}`)
    return 2000
  }
}

/** @param {string} id @param {string} type @param {string} body */
async function passOn(id, type, body) {
  const began = performance.now()
  const headers = { 'content-type': 'application/json', ...signWebhook(secret, id, body) }
  const outcome = await fetch(/** @type {string} */ (target), { method: 'POST', headers, body, redirect: 'manual' }).then(
    ({ status }) => String(status),
    (error) => `not taken: ${error.cause?.code ?? error.message}`,
  )
  console.log(`${new Date().toISOString().slice(11, 19)} ${type} ${id} → ${outcome} (${Math.round(performance.now() - began)} ms)`)
}

/** The first company of the demo. */
async function demoKey() {
  const file = path.join(dataDirFrom(), 'demo.json')
  const text = await readFile(file, 'utf8').catch(() => null)
  if (text === null) {
    console.error('Give an API key of your company in SIGNET_API_KEY.')
    process.exit(2)
  }
  return JSON.parse(text).companies[0].api_key
}
