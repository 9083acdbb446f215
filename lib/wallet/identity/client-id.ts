import { createHash } from 'node:crypto'

/** A verifier by its certificate. @param leaf DER @see OpenID4VP 1.0 §5.9.3 */
export const x509Hash = (leaf: Uint8Array): string => `x509_hash:${createHash('sha256').update(leaf).digest('base64url')}`
