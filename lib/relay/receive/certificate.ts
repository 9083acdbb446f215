import { generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { env } from '#lib/core/env'

const YEARS = 10

/** DER, as little of it as a certificate needs. @see ITU-T X.690 §8 */
function der(tag: number, ...parts: Uint8Array[]): Buffer {
  const content = Buffer.concat(parts)
  const size = content.length
  const length = size < 128 ? [size] : size < 256 ? [0x81, size] : [0x82, size >> 8, size & 255]
  return Buffer.concat([Buffer.of(tag, ...length), content])
}

const sequence = (...parts: Uint8Array[]) => der(0x30, ...parts)
const ECDSA_WITH_SHA256 = Buffer.from('06082a8648ce3d040302', 'hex')
const COMMON_NAME = Buffer.from('0603550403', 'hex')
const SUBJECT_ALT_NAME = Buffer.from('0603551d11', 'hex')

const time = (at: Date) => der(0x18, Buffer.from(`${at.toISOString().replace(/[-:T]/g, '').slice(0, 14)}Z`))

/** A self-signed certificate for one name. Senders that use TLS when they can do not check it. @see RFC 5280 §4.1 */
export function selfSigned(name: string): { key: string; cert: string } {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const now = new Date()
  const until = new Date(now)
  until.setUTCFullYear(now.getUTCFullYear() + YEARS)
  const dn = sequence(der(0x31, sequence(COMMON_NAME, der(0x0c, Buffer.from(name.slice(0, 64))))))
  const content = sequence(
    der(0xa0, der(0x02, Buffer.of(2))),
    der(0x02, Buffer.concat([Buffer.of(1), randomBytes(15)])),
    sequence(ECDSA_WITH_SHA256),
    dn,
    sequence(time(now), time(until)),
    dn,
    publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, sequence(sequence(SUBJECT_ALT_NAME, der(0x04, sequence(der(0x82, Buffer.from(name))))))),
  )
  const signature = sign('sha256', content, privateKey)
  const certificate = sequence(content, sequence(ECDSA_WITH_SHA256), der(0x03, Buffer.of(0), signature))
  const lines = certificate.toString('base64').match(/.{1,64}/g) ?? []
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }) as string,
    cert: `-----BEGIN CERTIFICATE-----\n${lines.join('\n')}\n-----END CERTIFICATE-----\n`,
  }
}

/** The key and certificate of STARTTLS: those of SMTP_TLS_KEY and SMTP_TLS_CERT, or new ones of this process. */
export function tlsIdentity(): { key: string; cert: string } {
  const { SMTP_TLS_KEY, SMTP_TLS_CERT, ALIAS_DOMAIN } = env()
  if (!SMTP_TLS_KEY || !SMTP_TLS_CERT) return selfSigned(ALIAS_DOMAIN)
  return { key: readFileSync(SMTP_TLS_KEY, 'utf8'), cert: readFileSync(SMTP_TLS_CERT, 'utf8') }
}
