import { env } from '#lib/core/env'

/** Host and port of SMTP_LISTEN. */
export function listenAddress(): { host: string; port: number } {
  const [, host = '', port = ''] = /^(.*):(\d+)$/.exec(env().SMTP_LISTEN) ?? []
  return { host: host.replace(/^\[|\]$/g, ''), port: Number(port) }
}
