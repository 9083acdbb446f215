import { setTimeout as pause } from 'node:timers/promises'
import type { Signet } from './client'
import type { Event } from './endpoints'
import { SignetError } from './errors'

export type FollowSettings = { after?: string; types?: readonly string[]; appId?: string; signal?: AbortSignal }

const PAUSE_MS = 2000

/** Events as they happen, from `after` on, for as long as you read. Remember the `id` of the last one you took. */
export async function* followEvents(signet: Signet, { after, types, appId, signal }: FollowSettings = {}): AsyncGenerator<Event, void> {
  let last = after
  const query = { ...(types?.length && { type: types.join(',') }), ...(appId && { app_id: appId }) }
  while (!signal?.aborted) {
    const headers = { accept: 'text/event-stream', ...(last !== undefined && { 'last-event-id': last }) }
    const response = await signet.raw('GET /api/v1/events', { query, headers, signal }).catch((fault: unknown) => {
      if (fault instanceof SignetError && fault.status !== 0 && fault.status < 500) throw fault
      return null
    })
    try {
      if (response?.body)
        for await (const { id, data } of readStream(response.body)) {
          if (data !== undefined) yield JSON.parse(data) as Event
          last = id ?? last
        }
    } catch (fault) {
      if (signal?.aborted) return
      if (fault instanceof SyntaxError) throw fault
    }
    // A stream ends after some minutes as a matter of course; a fault is given a moment.
    await pause(response ? 0 : PAUSE_MS, undefined, { signal }).catch(() => {})
  }
}

type Message = { id?: string; data?: string }

/** @see HTML, Server-sent events, Interpreting an event stream */
async function* readStream(body: AsyncIterable<Uint8Array>): AsyncGenerator<Message, void> {
  const decoder = new TextDecoder()
  let text = ''
  for await (const chunk of body) {
    text += decoder.decode(chunk, { stream: true })
    const messages = text.split(/\n\n/)
    text = messages.pop() ?? ''
    for (const message of messages) {
      const fieldOf = (field: string) =>
        message
          .split('\n')
          .filter((line) => line.startsWith(`${field}:`))
          .map((line) => line.slice(field.length + 1).replace(/^ /, ''))
          .join('\n') || undefined
      yield { id: fieldOf('id'), data: fieldOf('data') }
    }
  }
}
