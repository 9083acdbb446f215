import { createHmac, randomBytes } from 'node:crypto'
import type { Signet } from '../client'
import type { Event } from '../endpoints'
import { type FollowSettings, followEvents } from '../events'
import type { Terminal } from './terminal'

/** `signet events`: what happens, a line each. */
export async function tailEvents(signet: Signet, { say }: Terminal, settings: FollowSettings): Promise<void> {
  for await (const event of followEvents(signet, settings)) say(JSON.stringify(event))
}

/** `signet forward URL`: what happens, sent to a server that nobody else can reach, signed as webhooks are. */
export async function forwardEvents(
  signet: Signet,
  { say }: Terminal,
  target: string,
  settings: FollowSettings,
  secret: string = newSecret(),
): Promise<void> {
  say(`Events go to ${target}.\nSigning secret: ${secret}\nCtrl-C ends it.`)
  for await (const event of followEvents(signet, settings)) {
    const outcome = await deliver(target, secret, event)
    say(`${event.created_at} ${event.type} ${event.id} → ${outcome}`)
  }
}

const newSecret = () => `whsec_${randomBytes(32).toString('base64')}`

function deliver(target: string, secret: string, event: Event): Promise<string> {
  const body = JSON.stringify(event)
  const seconds = Math.floor(Date.now() / 1000)
  const key = Buffer.from(secret.slice(secret.indexOf('_') + 1), 'base64')
  const signature = createHmac('sha256', key).update(`${event.id}.${seconds}.${body}`).digest('base64')
  const headers = {
    'content-type': 'application/json',
    'webhook-id': event.id,
    'webhook-timestamp': String(seconds),
    'webhook-signature': `v1,${signature}`,
  }
  return fetch(target, { method: 'POST', headers, body, redirect: 'manual' }).then(
    ({ status }) => String(status),
    (fault: unknown) => `not taken: ${fault instanceof Error ? ((fault.cause as { code?: string } | undefined)?.code ?? fault.message) : fault}`,
  )
}
