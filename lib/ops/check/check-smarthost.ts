import { parseConnectionUrl } from 'nodemailer/lib/shared'
import SMTPConnection from 'nodemailer/lib/smtp-connection'
import { env } from '#lib/core/env'
import { about, type Finding } from './finding'

const PATIENCE_MS = 10_000
const LOOPBACK = /^(localhost|127\.|\[?::1)/
const { good, warn, bad } = about('smarthost')

type Fault = { code?: string; responseCode?: number; message?: string }

const SENTENCES: Record<string, string> = {
  EAUTH: 'refuses the user name or the password of SMTP_URL',
  EDNS: 'has no address in the DNS: correct the host in SMTP_URL',
  ECONNECTION: 'does not take the connection: check host and port of SMTP_URL, and the firewall',
  ESOCKET: 'does not take the connection: check host and port of SMTP_URL, and the firewall',
  ECONNREFUSED: 'does not take the connection: check host and port of SMTP_URL, and the firewall',
  ETIMEDOUT: 'does not answer: check host and port of SMTP_URL, and the firewall',
  ETLS: 'does not come to terms about TLS: smtps:// is for port 465, smtp:// for 587 and 25',
}

/** Connects as the worker does, up to the log-in; no mail is sent. */
export async function checkSmarthost(url: string | undefined): Promise<Finding[]> {
  if (!url) return []
  const { auth, ...options } = parseConnectionUrl(url)
  const limits = { connectionTimeout: PATIENCE_MS, greetingTimeout: PATIENCE_MS, socketTimeout: PATIENCE_MS }
  const connection = new SMTPConnection({ ...options, name: env().ALIAS_DOMAIN, ...limits })
  const host = options.host ?? 'the smarthost'
  try {
    await new Promise<void>((resolve, reject) => {
      connection.on('error', reject)
      connection.once('end', () => reject({ code: 'ECONNECTION' }))
      connection.connect((error) => (error ? reject(error) : resolve()))
    })
    if (auth) await new Promise<void>((resolve, reject) => connection.login(auth, (error) => (error ? reject(error) : resolve())))
    return judgeSmarthost(host, { isEncrypted: connection.secure, hasLogIn: auth !== undefined })
  } catch (error) {
    return [bad(explainSmarthost(host, error as Fault))]
  } finally {
    connection.close()
  }
}

function judgeSmarthost(host: string, { isEncrypted, hasLogIn }: { isEncrypted: boolean; hasLogIn: boolean }): Finding[] {
  const findings = [good(`${host} ${hasLogIn ? 'takes our log-in' : 'greets us; no log-in is set'}, ${isEncrypted ? 'over TLS' : 'without TLS'}`)]
  if (!isEncrypted && !LOOPBACK.test(host))
    findings.push(warn(`${host} offers no TLS: ${hasLogIn ? 'the password and ' : ''}every mail can be read on the way`))
  return findings
}

/** @returns one sentence, without what the server said: that may hold addresses */
export function explainSmarthost(host: string, { code = '', responseCode, message = '' }: Fault): string {
  if (/certificate|altname/i.test(message)) return `${host} shows a certificate that is not its own or of no known authority`
  const sentence = responseCode && code !== 'EAUTH' ? undefined : SENTENCES[code]
  return `${host} ${sentence ?? `does not have us (${responseCode ?? (code || 'unknown fault')})`}`
}
