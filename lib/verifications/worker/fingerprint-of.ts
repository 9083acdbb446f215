import { blindIndex } from '#lib/core/sealed'
import type { DocumentReading } from '#lib/documents/types'

/**
 * Knows a document again without knowing what it is. O and 0, I and 1 count as one, as they do on its page: else a changed
 * letter would make a second document of the first.
 */
export const fingerprintOf = ({ issuer, documentNumber }: Pick<DocumentReading, 'issuer' | 'documentNumber'>) =>
  blindIndex('document', `${issuer}|${documentNumber.replace(/[OQ]/g, '0').replaceAll('I', '1')}`)
