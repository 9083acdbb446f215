import { env } from '#lib/core/env'
import { CREDENTIAL_TYPES } from '../catalogue'
import { derOf } from '../specimen/authority'
import { specimenAuthorities } from '../specimen/specimen-authorities'
import type { TrustAnchor, TrustAnchors } from '../types'
import { findAnchors } from './store'

/** What the operator listed; on the embedded default, for specimens, the specimen issuer's root too. */
export const trustAnchors: TrustAnchors = async (type) => {
  const rows = await findAnchors(type)
  const listed = rows.map(
    ({ certificate, types, trusted_till: until, is_pinned: isPinned }): TrustAnchor => ({ certificate, types, until, isPinned }),
  )
  return isSpecimen(type) && env().EMBEDDED ? [...listed, await specimenAnchor(type)] : listed
}

const isSpecimen = (type: string) => CREDENTIAL_TYPES.some((each) => each.type === type && each.isSpecimen)

async function specimenAnchor(type: string): Promise<TrustAnchor> {
  const { issuer } = await specimenAuthorities()
  return { certificate: derOf(issuer.root), types: [type], until: null, isPinned: false }
}
