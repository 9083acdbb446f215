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
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** With `:name` for path parameters, each a whole part of the path. */
  path: string
  /** What the parameters of the path look like; one that cannot be is missing, not wrong. */
  params?: Readonly<Record<string, z.ZodType>>
  query?: z.ZodType
  body?: z.ZodType
  status: 200 | 201 | 204
  /** `z.null()`: the answer has no body. */
  output: z.ZodType
  /** False where what was made has no address of its own. */
  located?: false
  errors: ApiErrorCode[]
  /** Fields of the answer that are shown once: null when an `Idempotency-Key` repeats it. */
  secrets?: readonly string[]
}

/** The names of a path's parameters; a colon elsewhere is a colon. */
export const PATH_PARAMETER = /(?<=\/):(\w+)/g

/** Keeps the exact types of the schemas, so that a handler is checked against them. */
export const operation = <const Op extends Operation>(description: Op): Op => description
