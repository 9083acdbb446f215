import type { Instrumentation } from 'next'

/** Logs a page that could not be made, under the reference its visitor sees. @see lib/core/log: no message, no query */
export const onRequestError: Instrumentation.onRequestError = async (error, request, { routePath }) => {
  if (process.env.NEXT_RUNTIME !== 'nodejs') return
  const { answerAsUnavailable } = await import('#lib/core/page-status')
  if ((error as { code?: string }).code === 'service_unavailable') answerAsUnavailable()
  const { log } = await import('#lib/core/log')
  const digest = (error as { digest?: string }).digest
  log.error({ requestId: request.headers['x-request-id'], digest, route: routePath, method: request.method, err: error }, 'page failed')
}
