import { Agent, request } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import type { Shot } from '../protocol/load'

/**
 * Calls at an even pace, far from what the server can do, whether or not the calls before were answered. A process of
 * its own, so that nothing else the benchmark does is mistaken for the server's: it calls from one `begin` to the next
 * `end` and answers with the latencies in milliseconds.
 */
export type CallerRequest = { does: 'begin'; origin: string; shots: Shot[]; perSecond: number } | { does: 'end' }

const agent = new Agent({ keepAlive: true })
let isGoingOn = false

/** From the moment a call is due to the last byte of its answer: a late start counts. */
function call(origin: string, shot: Shot): Promise<number> {
  const due = performance.now()
  return new Promise((resolve, reject) => {
    const outgoing = request(`${origin}${shot.path}`, { method: shot.method, headers: shot.headers, agent }, (answer) => {
      if (answer.statusCode !== 200) reject(new Error(`${shot.path} answered ${answer.statusCode}`))
      answer.resume().once('end', () => resolve(performance.now() - due))
    })
    outgoing.once('error', reject).end()
  })
}

async function callUntilEnd({ origin, shots, perSecond }: Extract<CallerRequest, { does: 'begin' }>): Promise<number[]> {
  const calls: Promise<number>[] = []
  isGoingOn = true
  for (const began = performance.now(); isGoingOn; ) {
    calls.push(call(origin, shots[calls.length % shots.length] as Shot))
    await pause(began + calls.length * (1000 / perSecond) - performance.now())
  }
  return Promise.all(calls)
}

process.on('message', async (asked: CallerRequest) => {
  if (asked.does === 'end') isGoingOn = false
  else process.send?.(await callUntilEnd(asked))
})
