/**
 * `npm run bench:mail`: messages per second through our relay and through Postfix, the same mail to the same sink, by
 * turns in one run. From the first byte sent to the last message at the sink. `npm run bench:mail -- "5 MB"` runs one case; all of
 * them write `bench/mail.md`.
 */
import { fork } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { runCommand } from '../../scripts/lib/lifetime.mjs'
import { freePort } from '../../scripts/lib/ports.mjs'
import { hasPostfix, startPostfix } from '../../scripts/lib/testing/postfix.mjs'
import { createFigures } from '../lib/figures.mjs'
import { startSignet } from './signet.mjs'

/** @import {Lifetime} from '../../scripts/lib/lifetime.mjs' */
/** @import {Start} from './signet.mjs' */
/** @typedef {Awaited<ReturnType<typeof startSink>>} Sink */
/** @typedef {{name: string, port: number, recipients: (count: number) => Promise<string[]>}} Relay */
/** @typedef {(typeof CASES)[number]} Mail */
/** @typedef {{signet: number[], postfix: number[]}} Rates messages a second, of each round */

const ROUNDS = 3
const CASES = [
  { name: '10 KB', bytes: 10 * 1024, count: 2000, connections: 8, goal: 0.7 },
  { name: '5 MB', bytes: 5 * 1024 * 1024, count: 40, connections: 8, goal: 0.4 },
]
const MEMORY_GOAL_MB = 200
const PER_ALIAS = 50
const figures = createFigures('Forwarded mail')

await runCommand(async (lifetime) => {
  const dir = mkdtempSync(path.join(os.tmpdir(), 'signet-bench-'))
  lifetime.onEnd(() => rmSync(dir, { recursive: true, force: true }))
  const sink = await startSink(lifetime)
  const own = async () => ({ dir, port: await freePort(), sinkPort: sink.port, lifetime })
  const signet = await startSignet(await own())
  const postfix = hasPostfix() ? await forwardingPostfix(await own()) : undefined
  if (!postfix) console.log('Postfix is not here, or this is not root: without it there is nothing to compare with.')

  const chosen = process.argv[2]
  for (const mail of CASES.filter(({ name }) => !chosen || name === chosen)) {
    const before = signet.cpuMs()
    /** @type {Rates} */
    const rates = { signet: [], postfix: [] }
    for (let round = 0; round < ROUNDS; round++) {
      if (postfix) rates.postfix.push(await measure(postfix, mail, sink))
      rates.signet.push(await measure(signet, mail, sink))
    }
    report(mail, rates)
    const spent = signet.cpuMs().map(({ name, ms }, index) => `${name} ${((ms - (before[index]?.ms ?? 0)) / mail.count / ROUNDS).toFixed(1)} ms`)
    figures.say(`  CPU a message: ${spent.join(', ')}`)
  }
  for (const { name, mb } of signet.peaks()) figures.say(`  memory of ${name}, at its peak: ${mb} MB (goal ≤ ${MEMORY_GOAL_MB} MB)`)
  if (postfix && !chosen) figures.write('bench/mail.md')
  return 0
})

/** @param {Start} start @returns {Promise<Relay>} */
async function forwardingPostfix({ dir, port, sinkPort, lifetime }) {
  const stop = await startPostfix({ dir, port, relayPort: sinkPort, rewrites: true })
  lifetime.onEnd(async () => stop())
  const recipients = async (/** @type {number} */ count) => Array.from({ length: count }, (_, index) => `user${index}@alias.localhost`)
  return { name: 'Postfix, no DKIM', port, recipients }
}

/** @param {Mail} mail @param {Rates} rates */
function report({ name, count, connections, goal }, { signet, postfix }) {
  const shown = (/** @type {number[]} */ rates) => (rates.length > 0 ? `${median(rates).toFixed(1).padStart(7)}/s` : '      –  ')
  const ratio = postfix.length > 0 ? `${(median(signet) / median(postfix)).toFixed(2)}× (goal ≥ ${goal}×)` : ''
  figures.say(
    `  ${name.padEnd(6)} ${count} messages, ${connections} connections: Signet with DKIM ${shown(signet)}  Postfix ${shown(postfix)}  ${ratio}`,
  )
}

/** @param {number[]} values */
function median(values) {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN
}

/** @param {Relay} relay @param {Mail} mail @param {Sink} sink */
async function measure(relay, { bytes, count, connections }, sink) {
  const recipients = await relay.recipients(Math.ceil(count / PER_ALIAS))
  const source = fork(new URL('source.mjs', import.meta.url), [relay.port, connections, count, bytes, recipients.join(',')].map(String))
  await message(source, 'ready')
  const before = sink.taken()
  const startedAt = performance.now()
  source.send('go')
  const failed = message(source, 'error').then((error) => Promise.reject(new Error(String(error))))
  await Promise.race([sink.until(before + count), failed])
  return (count * 1000) / (performance.now() - startedAt)
}

/**
 * What a child says under one name.
 * @param {import('node:child_process').ChildProcess} child
 * @param {string} key
 */
function message(child, key) {
  return new Promise((resolve) => {
    child.on('message', (/** @type {Record<string, unknown>} */ said) => said[key] !== undefined && resolve(said[key]))
  })
}

/** @param {Lifetime} lifetime */
async function startSink(lifetime) {
  const port = await freePort()
  const child = fork(new URL('sink.mjs', import.meta.url), [String(port)])
  lifetime.onEnd(() => child.kill())
  let taken = 0
  /** @type {(value?: unknown) => void} */
  let waiting = () => {}
  child.on('message', (/** @type {{taken?: number}} */ said) => {
    taken = said.taken ?? taken
    waiting()
  })
  await message(child, 'ready')
  return {
    port,
    taken: () => taken,
    until: async (/** @type {number} */ count) => {
      while (taken < count) await new Promise((resolve) => (waiting = resolve))
    },
  }
}
