/**
 * What the document engine answers. Images go in as bytes, verdicts and text come out; nothing here is stored or logged.
 * @see ICAO Doc 9303 for every name of a field
 */

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

export type FaceFailure = 'face_not_found' | 'face_mismatch' | 'liveness_failed'

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

export type ReadDocumentResult = { ok: true; reading: DocumentReading } | { ok: false; failure: DocumentFailure }

/** What the person was asked to do: seen from themselves, not in the mirror. */
export type HeadTurn = 'left' | 'right'

export type CompareFacesResult = { ok: true; similarity: number } | { ok: false; failure: FaceFailure }

export type InspectImageResult = { ok: true; image: Uint8Array; width: number; height: number } | { ok: false; fault: ImageFault }
