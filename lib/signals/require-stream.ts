import { notFound } from '#lib/core/api-error'
import { type Queryable, sql } from '#lib/core/db'
import type { Stream } from './schema'
import { findStream, lockStream } from './store'

/** The company's stream, if that is the one named. @throws ApiError `not_found` */
export async function requireStream(companyId: string, id: string): Promise<Stream> {
  const stream = await findStream(sql, companyId)
  if (stream?.id !== id) throw notFound()
  return stream
}

/** The same, held until the transaction ends. @throws ApiError `not_found` */
export async function requireLockedStream(tx: Queryable, companyId: string, id: string): Promise<Stream> {
  const stream = await lockStream(tx, companyId)
  if (stream?.id !== id) throw notFound()
  return stream
}
