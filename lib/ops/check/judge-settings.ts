import type { Env } from '#lib/core/env'
import { about, type Finding } from './finding'

const { good, warn } = about('settings')

/** Settings that can be used and may still not be meant. */
export function judgeSettings(env: Env): Finding[] {
  const findings = [good(`usable; the issuer is ${env.BASE_URL}`)]
  if (env.MAIL === 'off') findings.push(warn('MAIL is off: no mail is sent or received, and every page says so'))
  if (env.BASE_URL.startsWith('https:') && env.TRUSTED_PROXIES.rules.length === 0) {
    findings.push(warn('TRUSTED_PROXIES is empty: to the limits everybody behind the proxy is one and the same network'))
  }
  if (env.MAIL === 'on' && !env.SMTP_TLS_CERT)
    findings.push(warn('SMTP_TLS_CERT is not given: senders meet a certificate made by the process itself'))
  return findings
}
