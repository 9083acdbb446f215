import type { ServerResponse } from 'node:http'
import { json } from './message'
import { writeReply } from './node-message'

/** What the front server says itself, before any endpoint or page is asked. */
export type Refusal = readonly [status: number, error: string, message: string]

export function refuse(outgoing: ServerResponse, id: string, [status, error, message]: Refusal): void {
  writeReply(outgoing, json({ error, message }, status, { 'X-Request-Id': id }))
}
