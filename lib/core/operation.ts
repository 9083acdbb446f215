import type { z } from 'zod'
import type { ApiErrorCode } from './api-error'

/**
 * One operation of a REST interface, described once. The route wrapper validates with it, the route table mounts it and
 * the OpenAPI document prints it.
 */
export type Operation = {
  id: string
  summary: string
  description?: string
  tag: string
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  /** With `:name` for path parameters. */
  path: string
  query?: z.ZodType
  body?: z.ZodType
  status: 200 | 201
  output: z.ZodType
  errors: ApiErrorCode[]
  /** Fields of the answer that are shown once: null when an `Idempotency-Key` repeats it. */
  secrets?: readonly string[]
}

/** Keeps the exact types of the schemas, so that a handler is checked against them. */
export const operation = <const Op extends Operation>(description: Op): Op => description
