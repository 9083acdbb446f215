import { randomBytes } from 'node:crypto'
import { type NextRequest, NextResponse } from 'next/server'

/**
 * Content security for pages: scripts run only with this answer's nonce. It authorises nothing and reads no body.
 * Pages of an authorization request leave `form-action` open, because their forms end in a redirect to the app's own
 * address and browsers hold redirects against that list.
 */
export function proxy(request: NextRequest) {
  const nonce = randomBytes(16).toString('base64')
  const isInteraction = /^\/(login|consent|register|confirm|recover|verify|logout)(\/|$)/.test(request.nextUrl.pathname)
  const dev = process.env.NODE_ENV === 'development'
  const policy = [
    `default-src 'self'`,
    `script-src 'self' 'nonce-${nonce}' 'strict-dynamic'${dev ? " 'unsafe-eval'" : ''}`,
    `style-src 'self' ${dev ? "'unsafe-inline'" : `'nonce-${nonce}'`}`,
    `style-src-attr 'unsafe-inline'`,
    `img-src 'self' data: blob:`,
    `font-src 'self'`,
    `connect-src 'self'`,
    `object-src 'none'`,
    `base-uri 'none'`,
    `frame-ancestors 'none'`,
    ...(isInteraction ? [] : [`form-action 'self'`]),
  ].join('; ')

  const headers = new Headers(request.headers)
  headers.set('x-nonce', nonce)
  headers.set('x-verification-link', /^\/verify\/(sgv_\w+)/.exec(request.nextUrl.pathname)?.[1] ?? '')
  headers.set('Content-Security-Policy', policy)
  const response = NextResponse.next({ request: { headers } })
  response.headers.set('Content-Security-Policy', policy)
  return response
}

export const config = {
  matcher: [{ source: '/((?!_next/static/|api/|v1/|oauth2/|\\.well-known/).*)' }],
}
