import { format } from 'node:util'
import pino from 'pino'

/**
 * Structured logs on standard output. Callers pass named fields only; headers, bodies, query strings and anything a
 * person typed never go in. An error is reduced to its type, its code and where it came from.
 */
export const log = pino({
  level: process.env.LOG_LEVEL ?? 'info',
  base: undefined,
  timestamp: pino.stdTimeFunctions.isoTime,
  serializers: { err: describeError },
})

/**
 * What packages print becomes log lines too, and an error printed by them loses its message like any other.
 * Pages that failed carry a digest and were logged under it already.
 */
export function takeOverConsole(): void {
  const print =
    (level: 'error' | 'warn') =>
    (...parts: unknown[]) => {
      const error = parts.find((part) => part instanceof Error)
      if (!error) log[level]({ text: format(...parts).trim() }, 'console')
      else if (!('digest' in error)) log[level]({ err: error }, 'console')
    }
  console.error = print('error')
  console.warn = print('warn')
}

function describeError(error: unknown): { type: string; code?: string; at?: string; cause?: object } {
  if (!(error instanceof Error)) return { type: typeof error }
  const code = 'code' in error && typeof error.code === 'string' ? error.code : undefined
  // The message and the first line of the stack may quote a value; the frames cannot.
  const at = error.stack
    ?.split('\n')
    .filter((line) => line.trimStart().startsWith('at '))
    .slice(0, 6)
    .map((line) => line.trim())
    .join(' < ')
  return { type: error.name, code, at, cause: error.cause === undefined ? undefined : describeError(error.cause) }
}
