import { isIP } from 'node:net'
import { PassThrough } from 'node:stream'
import type { DNSResolver } from 'mailauth'
import { dkimVerify } from 'mailauth/lib/dkim/verify.js'
import { dmarc } from 'mailauth/lib/dmarc/index.js'
import { spf } from 'mailauth/lib/spf/index.js'
import { domainOf } from '#lib/core/email-address'
import { env } from '#lib/core/env'

/** What is known about who sent a message. */
export type SenderCheck = {
  /** Value of Authentication-Results. @see RFC 8601 */
  results: string
  verdict: 'fine' | 'refused' | 'unchecked'
  /** Whether the domain asks to treat what fails as suspicious, and this failed. */
  isSuspect: boolean
  /** Whether the domain that the message says it is from vouches for it. */
  isProven: boolean
  /** Whether the DNS did not say enough to tell. */
  isUnsure: boolean
}

export type Client = { ip: string; helo: string; envelopeFrom: string }

const LOOPBACK = /^(127\.|::1$|::ffff:127\.)/

/** Whoever talks to the demo from its own machine. Anywhere else a mail server in front would let the world count as this. */
const isDemo = (ip: string) => env().EMBEDDED && LOOPBACK.test(ip)

const FAILED = Symbol('failed')

/** For domains that publish nothing: counted like all others, by domains of one owner. */
const relaxed: DNSResolver = async () => [['v=DMARC1; p=none']]

const token = (text: string) => text.replace(/[^A-Za-z0-9.:_@+=-]/g, '').slice(0, 254)

/**
 * SPF, DKIM and DMARC of one message. SPF is asked while the body still comes in; a signature is checked over the bytes as
 * they came. @see RFC 7208, RFC 6376, RFC 7489
 */
export class SenderChecker {
  private readonly spf
  private dkimInput: PassThrough | undefined
  private dkim: ReturnType<typeof dkimVerify> | undefined

  constructor(
    private readonly client: Client,
    private readonly resolver: DNSResolver,
  ) {
    const helo = isIP(client.helo) ? `[${client.helo}]` : client.helo
    this.spf = spf({ ip: client.ip, helo, sender: client.envelopeFrom || `postmaster@${client.helo}`, mta: env().ALIAS_DOMAIN, resolver })
    this.spf.catch(() => {})
  }

  /** Begins to check signatures; the whole message follows through `push`. */
  startSignatures(): void {
    this.dkimInput = new PassThrough({ highWaterMark: Number.MAX_SAFE_INTEGER })
    this.dkim = dkimVerify(this.dkimInput, { resolver: this.resolver, sender: this.client.envelopeFrom })
    this.dkim.catch(() => {})
  }

  push(piece: Buffer): void {
    this.dkimInput?.write(piece)
  }

  /** Lets go of a message that is not taken. */
  stop(): void {
    this.dkimInput?.end()
  }

  /** @param fromAddress address of the From field, if there is one */
  async end(fromAddress: string | null, withinMs: number): Promise<SenderCheck> {
    this.dkimInput?.end()
    const late = new Promise<typeof FAILED>((resolve) => setTimeout(resolve, withinMs, FAILED).unref())
    const inTime = <Result>(work: Promise<Result>) => Promise.race([work.catch(() => FAILED), late]) as Promise<Result | typeof FAILED>
    const [spfResult, dkimResult] = await Promise.all([inTime(this.spf), this.dkim ? inTime(this.dkim) : null])
    const spfStatus = spfResult === FAILED ? 'temperror' : (spfResult.status.result as string)
    const signatures = dkimResult === FAILED || dkimResult === null ? [] : dkimResult.results
    const spfDomain = domainOf(this.client.envelopeFrom || this.client.helo)
    const policy = fromAddress
      ? await inTime(
          dmarc({
            headerFrom: [domainOf(fromAddress)],
            spfDomains: spfStatus === 'pass' ? [spfDomain] : [],
            dkimDomains: signatures
              .filter(({ status }) => status.result === 'pass')
              .map(({ id, signingDomain, status }) => ({ id, domain: signingDomain, aligned: status.aligned, underSized: status.underSized })),
            resolver: this.resolver,
          }),
        )
      : null
    const dmarcStatus = policy === FAILED ? 'temperror' : policy ? (policy.status.result as string) : 'none'
    const signers = signatures
      .filter(({ status }) => status.result === 'pass' && !status.underSized)
      .map(({ signingDomain }) => ({ domain: signingDomain }))
    const aligned = await dmarc({
      headerFrom: [domainOf(fromAddress ?? this.client.envelopeFrom)],
      spfDomains: spfStatus === 'pass' ? [spfDomain] : [],
      dkimDomains: signers,
      resolver: relaxed,
    })
    const isUnsure = spfStatus === 'temperror' || dkimResult === FAILED || signatures.some(({ status }) => status.result === 'temperror')
    const isRefused = policy !== FAILED && policy && dmarcStatus === 'fail' && policy.policy === 'reject'
    return {
      results: [
        env().ALIAS_DOMAIN,
        `spf=${token(spfStatus)} smtp.mailfrom=${token(spfDomain)}`,
        ...(dkimResult === FAILED ? ['dkim=temperror'] : []),
        ...signatures.map(({ status, signingDomain }) => `dkim=${token(status.result)} header.d=${token(signingDomain ?? '')}`),
        ...(fromAddress ? [`dmarc=${token(dmarcStatus)} header.from=${token(domainOf(fromAddress))}`] : []),
      ].join(';\r\n '),
      isUnsure,
      isSuspect: Boolean(policy !== FAILED && policy && dmarcStatus === 'fail' && policy.policy === 'quarantine'),
      verdict: isRefused ? (isUnsure ? 'unchecked' : 'refused') : 'fine',
      isProven: isDemo(this.client.ip) || (aligned && aligned.status.result === 'pass'),
    }
  }
}
