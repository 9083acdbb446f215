import { blindIndex } from '#lib/core/sealed'
import type { LineFields } from '../line'

/** A line as the database has it. `detail` is its canonical text. */
export type Line = LineFields & { company_id: string; detail: string }

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
      // Lines from before places were kept were bound without.
      ...(line.place_sealed ? [line.place_sealed.toString('hex')] : []),
    ]),
  )

/** What says that a log begins where we ended it, and not where somebody cut it. @param lines how many were removed @param last the digest of the last of them */
export const pruneSeal = (companyId: string, lines: number, last: Digest): Digest =>
  blindIndex('audit-pruned', JSON.stringify([companyId, lines, Buffer.from(last).toString('hex')]))
