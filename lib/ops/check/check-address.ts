import { randomBytes } from 'node:crypto'
import { request as httpRequest, type IncomingMessage } from 'node:http'
import { request as httpsRequest } from 'node:https'
import type { TLSSocket } from 'node:tls'
import { about, type Finding } from './finding'

const { good, warn, bad } = about('address')
const PATIENCE_MS = 20_000
/** What the page of document checks sends at most: MAX_IMAGE_BYTES and the form around it. */
const LARGE_BYTES = 12 * 1024 * 1024
const DAY_MS = 24 * 3600 * 1000
const SOON_DAYS = 14

type Answer = { status: number; isOurs: boolean; body: string; certificateEnds: number | null }

/** The way that people and apps come: name, TLS, the proxy in front, and Signet behind it. */
export async function checkAddress(baseUrl: string): Promise<Finding[]> {
  try {
    const alive = await ask(`${baseUrl}/healthz`)
    if (alive.status !== 200) return [bad(`${baseUrl} answers ${alive.status} at /healthz: does the proxy lead to a running Signet?`)]
    const discovery = await ask(`${baseUrl}/.well-known/openid-configuration`)
    const issuer = issuerOf(discovery.body)
    if (issuer !== baseUrl) {
      return [
        bad(
          discovery.status === 400 ? 'the proxy does not pass the Host header on' : `${baseUrl} is not this issuer (${issuer ?? discovery.status})`,
        ),
      ]
    }
    const large = await ask(`${baseUrl}/verify/check/pictures`, randomBytes(LARGE_BYTES))
    const size = large.isOurs
      ? []
      : [bad(`a body of 12 MB is refused on the way (${large.status}): raise the proxy's limit, nginx: client_max_body_size 13m`)]
    return [good(`${baseUrl} answers, Host passed on${size.length ? '' : ', 12 MB taken'}`), ...judgeCertificate(discovery.certificateEnds), ...size]
  } catch (error) {
    return [bad(`${baseUrl} ${explain(error as NodeJS.ErrnoException)}`)]
  }
}

const SENTENCES: Record<string, string> = {
  ENOTFOUND: 'has no address in the DNS',
  EAI_AGAIN: 'cannot be looked up: check the network',
  ECONNREFUSED: 'does not take connections: nothing listens there',
  ECONNRESET: 'cuts the connection off',
  EPIPE: 'cuts the connection off',
  ETIMEDOUT: 'does not answer',
  CERT_HAS_EXPIRED: 'shows a certificate that has expired',
  ERR_TLS_CERT_ALTNAME_INVALID: 'shows a certificate of another host',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'shows a certificate it made itself',
  SELF_SIGNED_CERT_IN_CHAIN: 'shows a certificate of no known authority (NODE_EXTRA_CA_CERTS names one of your own)',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'leaves out the certificates between its own and the authority',
}

const explain = ({ code = '' }: NodeJS.ErrnoException) => SENTENCES[code] ?? `cannot be asked (${code || 'unknown fault'})`

function judgeCertificate(ends: number | null): Finding[] {
  const days = ends === null ? null : Math.floor((ends - Date.now()) / DAY_MS)
  return days !== null && days < SOON_DAYS ? [warn(`its certificate ends in ${days} days`)] : []
}

function issuerOf(body: string): string | null {
  try {
    return (JSON.parse(body) as { issuer?: string }).issuer ?? null
  } catch {
    return null
  }
}

/** One request, by POST when there is a body. */
function ask(url: string, body?: Buffer): Promise<Answer> {
  const start = url.startsWith('https:') ? httpsRequest : httpRequest
  return new Promise((resolve, reject) => {
    const headers = body ? { 'Content-Type': 'application/octet-stream', 'Content-Length': body.length, Accept: 'application/json' } : {}
    const request = start(url, { method: body ? 'POST' : 'GET', headers, agent: false })
    request.setTimeout(PATIENCE_MS, () => request.destroy(Object.assign(new Error('timeout'), { code: 'ETIMEDOUT' })))
    request.on('response', (response) => {
      // Whoever refuses a body may close before it is sent; what was answered counts.
      request.on('error', () => {})
      readAnswer(response).then(resolve, reject)
    })
    request.on('error', reject)
    request.end(body)
  })
}

async function readAnswer(response: IncomingMessage): Promise<Answer> {
  const certificate = (response.socket as Partial<TLSSocket>).getPeerCertificate?.()
  const pieces: Buffer[] = []
  response.on('data', (piece: Buffer) => pieces.push(piece))
  await new Promise((resolve) => response.once('end', resolve).once('error', resolve).once('close', resolve))
  return {
    status: response.statusCode ?? 0,
    isOurs: String(response.headers['x-request-id']).startsWith('req_'),
    body: Buffer.concat(pieces).toString(),
    certificateEnds: certificate?.valid_to ? Date.parse(certificate.valid_to) : null,
  }
}
