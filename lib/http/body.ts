import type { HttpRequest } from './message'

export const MAX_BODY_BYTES = 64 * 1024

/** The media type without its parameters, in lower case. */
export const mediaType = (request: HttpRequest) => (request.header('content-type') ?? '').split(';')[0]?.trim().toLowerCase() ?? ''

/**
 * Why a body would be misread: it is compressed, or in a charset other than those given. Nothing is decoded but UTF-8.
 * @see RFC 9110 §8.3.2, §8.4
 */
export function codingFault(request: HttpRequest, charsets: RegExp): string | null {
  const codings = [request.header('content-encoding') ?? 'identity', request.header('transfer-encoding') ?? 'chunked']
  if (!/^(identity)?,chunked$/i.test(codings.map((coding) => coding.trim()).join())) return 'Send the body as it is, without Content-Encoding.'
  const given = (request.header('content-type') ?? '').matchAll(/;\s*charset\s*=\s*("[^"]*"|[^;]*)/gi)
  const isForeign = [...given].some(([, charset = '']) => !charsets.test(charset.replaceAll('"', '').trim()))
  return isForeign ? 'Send the body in UTF-8.' : null
}

/** Some clients name a charset beside a form that is ASCII anyway; what is not shows by not being UTF-8. */
const FORM_CHARSETS = /^(utf-?8|us-ascii|iso-8859-\d{1,2}|windows-125\d)$/i

/** @throws whatever `refuse` throws */
export async function readFormText(request: HttpRequest, refuse: (fault: string) => never): Promise<string> {
  const fault = codingFault(request, FORM_CHARSETS)
  if (fault) refuse(fault)
  return (await request.readBody(MAX_BODY_BYTES)).toString()
}

export const isForm = (request: HttpRequest) => mediaType(request) === 'application/x-www-form-urlencoded'
