import type { Reason } from '#lib/oauth/reasons'

/** A request as an endpoint sees it, whoever received it. */
export type HttpRequest = {
  /** Ours, never text of the caller's choosing. */
  readonly id: string
  readonly method: string
  /** Path and query. */
  readonly url: string
  /** @param name in lower case */
  header(name: string): string | null
  /** The whole body, refused as soon as it is longer than the limit. @throws PayloadTooLargeError, RequestCutShortError */
  readBody(limitBytes: number): Promise<Buffer>
}

/** A body that comes little by little, until it ends or the client is gone. */
export type Pouring = (gone: AbortSignal) => AsyncIterable<string>

/** What an endpoint answers. A HEAD request gets the same without the body. */
export type HttpReply = {
  status: number
  headers: Record<string, string>
  body: string | Uint8Array | Pouring | null
  /** Why the protocol refused; for the log alone, never written to the wire. */
  reason?: Reason
}

/** The parameters of its query. */
export function queryOf({ url }: HttpRequest): URLSearchParams {
  const mark = url.indexOf('?')
  return new URLSearchParams(mark < 0 ? '' : url.slice(mark + 1))
}

export const json = (body: unknown, status = 200, headers: Record<string, string> = {}): HttpReply => ({
  status,
  headers: { 'Content-Type': 'application/json', 'Cache-Control': 'no-store', ...headers },
  body: JSON.stringify(body),
})
