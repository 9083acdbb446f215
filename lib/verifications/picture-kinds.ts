import { type Assurance, reaches } from '#lib/users/assurance'

/** `single`: a card with the portrait and the machine-readable zone on one side. @see ICAO 9303-6 */
export const DOCUMENT_KINDS = ['passport', 'card', 'single'] as const

export type DocumentKind = (typeof DOCUMENT_KINDS)[number]

/** `document`: the side with the machine-readable zone. `front`: the side of a card with the portrait. */
export const PICTURE_KINDS = ['document', 'front', 'selfie', 'turned'] as const

export type PictureKind = (typeof PICTURE_KINDS)[number]

export const isDocumentKind = (text: string): text is DocumentKind => (DOCUMENT_KINDS as readonly string[]).includes(text)
export const isPictureKind = (text: string): text is PictureKind => (PICTURE_KINDS as readonly string[]).includes(text)

/** The pictures a session needs, in the order they are taken: a zone is on one side, a card's page is both. */
export function picturesFor(document: DocumentKind, least: Assurance): PictureKind[] {
  const sides: PictureKind[] = document === 'card' && reaches(least, 'page') ? ['document', 'front'] : ['document']
  return reaches(least, 'person') ? [...sides, 'selfie', 'turned'] : sides
}
