import type { ReadDocumentOptions, ReadDocumentResult } from '../types'

/** One picture for a thread to read. */
export type Request = { id: number; image: Uint8Array; options: ReadDocumentOptions }

/** What it read; or that it could not, without a word of the picture. */
export type Response = { id: number; result: ReadDocumentResult } | { id: number; error: string }
