import type { WalletPorts } from '../types'
import { derOf } from './authority'
import { specimenAuthorities } from './specimen-authorities'
import { SPECIMEN_LIST, specimenList } from './specimen-list'
import { isSpecimenType } from './specimen-types'

const nowhere = (uri: string) => Promise.reject(new Error(`no specimen names ${new URL(uri).host}`))

/** The world of a test environment: one issuer, of specimens, and nobody whom the operator trusts. Nothing is fetched. */
export const specimenPorts: WalletPorts = {
  trustAnchors: async (type) => {
    if (!isSpecimenType(type)) return []
    const { issuer } = await specimenAuthorities()
    return [{ certificate: derOf(issuer.root), types: [type], until: null, isPinned: false }]
  },
  statusLists: (uri) => (uri === SPECIMEN_LIST ? specimenList() : nowhere(uri)),
  revocationLists: nowhere,
}
