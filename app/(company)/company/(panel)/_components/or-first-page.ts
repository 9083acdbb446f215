import { redirect } from 'next/navigation'
import { ApiError } from '#lib/core/api-error'

/** For a list read with a cursor from the address: one that this list never gave out leads to its first page. */
export const orFirstPage =
  (href: string, cursor: string | undefined) =>
  (error: unknown): never => {
    if (error instanceof ApiError && cursor !== undefined) redirect(href)
    throw error
  }
