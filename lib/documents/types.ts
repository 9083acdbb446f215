/**
 * What the document engine answers. Images go in as bytes, verdicts and text come out; nothing here is stored or logged.
 * @see ICAO Doc 9303 for every name of a field
 */

import type { Point } from './image/homography'

export type { Point } from './image/homography'

/** Corners of a thing in pixels of a picture: its own top left, top right, bottom right and bottom left, as it is printed upright. */
export type Quad = readonly [topLeft: Point, topRight: Point, bottomRight: Point, bottomLeft: Point]

/** Sizes of travel documents: card, larger card, passport. @see ICAO 9303-5, 9303-6, 9303-4 */
export type DocumentFormat = 'TD1' | 'TD2' | 'TD3'

/** Why a document was not accepted; each may be cured by another picture or another document. Spec: States, failure codes */
export type DocumentFailure =
  | 'document_unreadable'
  | 'image_too_small'
  | 'image_blurry'
  | 'glare'
  | 'document_cropped'
  | 'mrz_not_found'
  | 'mrz_check_failed'
  | 'viz_mismatch'
  | 'multiple_documents'
  | 'document_type_not_supported'
  | 'document_expired'
  | 'page_not_found'
  | 'recaptured'
  | 'sides_do_not_match'

export type FaceFailure = 'face_not_found' | 'face_mismatch' | 'liveness_failed' | 'face_outside_document'

/** Why an upload is not even looked at. */
export type ImageFault =
  | 'image_empty'
  | 'image_file_too_large'
  | 'image_type_not_supported'
  | 'image_animated'
  | 'image_too_many_pixels'
  | 'image_holds_another_file'
  | 'image_damaged'

export type DocumentReading = {
  format: DocumentFormat
  /** One or two letters: `P`, `ID`, `AC`. */
  documentCode: string
  /** Three letters as printed, `D` for Germany. */
  issuer: string
  /** Capital letters A–Z and spaces, as transliterated by the issuer. */
  surname: string
  /** Empty for people with one name. */
  givenNames: string
  /** True when the names may go on beyond the room the format has for them. */
  namesTruncated: boolean
  documentNumber: string
  nationality: string
  /** `YYYY-MM-DD`; `YYYY-MM` or `YYYY` when the issuer does not know more; null when it knows nothing. */
  birthDate: string | null
  sex: 'M' | 'F' | 'X'
  /** `YYYY-MM-DD` */
  expiryDate: string
  checks: { mrz_check_digits: 'pass'; expiry: 'pass'; viz_consistency: 'pass' | 'unclear' }
  /** The lines as read, two of 44 or 36 or three of 30 characters. */
  mrz: string[]
}

export type ReadDocumentOptions = {
  /** Accept `UTO`, the issuer of specimens. Only outside production. */
  testIssuers: boolean
  /** Decides expiry and centuries. */
  today: Date
}

/** What page and zone both say. */
export const PAGE_FIELDS = ['surname', 'given_names', 'document_number', 'birth_date', 'expiry_date', 'nationality', 'sex', 'issuer'] as const

export type FieldName = (typeof PAGE_FIELDS)[number]

/** What one side of a document shows beside its zone. A field that contradicts the zone is a failure of the operation, `viz_mismatch`. */
export type PageReport = {
  /** `pass` when surname, given names, number, birth and expiry were found and agree. */
  viz: 'pass' | 'unclear'
  /** Why this picture is worth no more than its zone. Spec: Levels of assurance */
  shortfall: 'page_not_found' | 'recaptured' | 'assurance_not_reached' | null
  fields: Record<FieldName, 'agrees' | 'absent'>
  /**
   * The names as the page has them, in capital letters as a zone writes them, where they differ from the zone's only by
   * what readers mix up; null when both agree or the page has none.
   */
  names: { surname: string; givenNames: string } | null
  /** Where this format has the portrait. */
  portraitArea: Quad | null
  /** The whole page. */
  outline: Quad | null
}

/** `others`: what the zone of a card's back may say instead, where a letter of a name is in doubt; only its front can tell. */
export type ReadDocumentResult =
  | { ok: true; reading: DocumentReading; others: DocumentReading[]; page: PageReport }
  | { ok: false; failure: DocumentFailure }

/** `reading`: the one that the front belongs to. */
export type ReadFrontResult = { ok: true; reading: DocumentReading; page: PageReport } | { ok: false; failure: DocumentFailure }

/** A picture of a document and where in it a portrait may be. */
export type DocumentPortrait = { image: Uint8Array; portraitArea: Quad; outline: Quad | null }

/** What the person was asked to do: seen from themselves, not in the mirror. */
export type HeadTurn = 'left' | 'right'

export type CompareFacesResult = { ok: true; similarity: number } | { ok: false; failure: FaceFailure }

export type InspectImageResult = { ok: true; image: Uint8Array; width: number; height: number } | { ok: false; fault: ImageFault }
