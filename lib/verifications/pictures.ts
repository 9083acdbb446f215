import { needsSelfie } from './schema'

export const DOCUMENT_KINDS = ['passport', 'card'] as const

export type DocumentKind = (typeof DOCUMENT_KINDS)[number]

/** `document`: the side with the machine-readable zone. `front`: the side of a card with the portrait. */
export const PICTURE_KINDS = ['document', 'front', 'selfie', 'turned'] as const

export type PictureKind = (typeof PICTURE_KINDS)[number]

export const isDocumentKind = (text: string): text is DocumentKind => (DOCUMENT_KINDS as readonly string[]).includes(text)
export const isPictureKind = (text: string): text is PictureKind => (PICTURE_KINDS as readonly string[]).includes(text)

/** The pictures a session needs, in the order they are taken. */
export function picturesFor(document: DocumentKind, fields: readonly string[]): PictureKind[] {
  if (!needsSelfie(fields)) return ['document']
  return document === 'card' ? ['document', 'front', 'selfie', 'turned'] : ['document', 'selfie', 'turned']
}
