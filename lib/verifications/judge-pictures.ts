import { env } from '#lib/core/env'
import { ENGINE_VERSION } from '#lib/documents/engine-version'
import type { DocumentPool } from '#lib/documents/pool'
import type { PictureKind } from './pictures'
import { needsSelfie } from './schema'
import type { Outcome } from './settle-reading'
import type { Session } from './store/sessions'

/** Where documents are read: in threads beside the worker's main one. */
export type Engine = Pick<DocumentPool, 'run'>

export type Submitted = { session: Session; pictures: Map<string, Uint8Array>; now: Date }

/** What the pictures of one attempt come to. */
export async function judgePictures(engine: Engine, { session, pictures, now }: Submitted): Promise<Outcome> {
  const picture = (kind: PictureKind) => pictures.get(kind) as Uint8Array
  // Specimens are worth something only where nothing is real.
  const read = await engine.run('readDocument', picture('document'), { testIssuers: env().EMBEDDED, today: now })
  if (!read.ok) return read as Outcome
  const { reading } = read
  const verified = { ok: true, reading, engineVersion: ENGINE_VERSION } as const
  if (!needsSelfie(session.fields)) return { ...verified, checks: { ...reading.checks, face_match: 'not_requested' } }
  const portrait = picture(session.documentKind === 'card' ? 'front' : 'document')
  const turn = session.headTurn === 'right' ? 'right' : 'left'
  const faces = await engine.run('compareFaces', portrait, [picture('selfie'), picture('turned')], turn)
  return faces.ok ? { ...verified, checks: { ...reading.checks, face_match: 'pass' } } : (faces as Outcome)
}
