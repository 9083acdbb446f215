import { blindIndex } from '#lib/core/sealed'

/** A line as the database has it. `detail` is its canonical text. */
export type Line = {
  id: string
  company_id: string
  created_at: Date
  actor_kind: string
  actor_id: string | null
  actor_name: string | null
  action: string
  target_kind: string
  target_id: string
  target_name: string | null
  detail: string
}

export type Digest = Uint8Array

/** Before a company's first line. */
export const BEGINNING: Digest = new Uint8Array()

/**
 * What binds a line to everything before it in its company's log. It is keyed: whoever can write the database and has no key of ours cannot
 * make it again.
 */
export const lineDigest = (before: Digest, line: Line): Digest =>
  blindIndex(
    'audit-line',
    JSON.stringify([
      Buffer.from(before).toString('hex'),
      line.id,
      line.company_id,
      line.created_at.toISOString(),
      line.actor_kind,
      line.actor_id,
      line.actor_name,
      line.action,
      line.target_kind,
      line.target_id,
      line.target_name,
      line.detail,
    ]),
  )
