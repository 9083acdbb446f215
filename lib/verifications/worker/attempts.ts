import type { RetryableFailure } from '../schema'

/**
 * Guesses about a picture. They can be wrong, and a wrong reason must not cost anybody an attempt; those about the document
 * or the person rest on what was read. Spec: States, attempts
 */
const GUESSES: readonly RetryableFailure[] = [
  'document_unreadable',
  'image_too_small',
  'image_blurry',
  'glare',
  'document_cropped',
  'mrz_not_found',
  'page_not_found',
  'multiple_documents',
  'recaptured',
  'assurance_not_reached',
  'face_not_found',
  'face_outside_document',
]

/** Submissions of a session that may end in a guess and be free: reading a picture is work. */
export const FREE_SUBMISSIONS = 10

type Counted = { attempt: number; attemptsUsed: number }

/** Attempts that count once the submission at hand, which was counted when it came, failed so. */
export const attemptsAfter = ({ attempt, attemptsUsed }: Counted, code: RetryableFailure): number =>
  isFree({ attempt, attemptsUsed }, code) ? attemptsUsed - 1 : attemptsUsed

export const isGuess = (code: string | null): boolean => (GUESSES as readonly (string | null)[]).includes(code)

const isFree = ({ attempt, attemptsUsed }: Counted, code: RetryableFailure) => isGuess(code) && attempt - attemptsUsed < FREE_SUBMISSIONS
