import { env } from '#lib/core/env'
import { specimenPorts } from '../specimen/specimen-ports'
import { isSpecimenType } from '../specimen/specimen-types'
import type { TrustAnchor, TrustAnchors } from '../types'
import { findAnchors } from './store'

/** What the operator listed; on the embedded default, for specimens, the specimen issuer's root too. */
export const trustAnchors: TrustAnchors = async (type) => {
  const rows = await findAnchors(type)
  const listed = rows.map(
    ({ certificate, types, trusted_till: until, is_pinned: isPinned }): TrustAnchor => ({ certificate, types, until, isPinned }),
  )
  return isSpecimenType(type) && env().EMBEDDED ? [...listed, ...(await specimenPorts.trustAnchors(type))] : listed
}
