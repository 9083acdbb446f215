import { BlockList } from 'node:net'
import path from 'node:path'
import { z } from 'zod'
import { emailAddress } from './email-address'
import { parseNetworks } from './networks'
import { readSecrets } from './setting-sources.mjs'
import { readChain, readWalletKey, walletFaults } from './wallet-settings'
import { wholeNumber } from './whole-number'

/**
 * The process environment, validated once at start. Every fault is one clear line; none prints a value
 * that could be a secret.
 */

const LOOPBACK_HOSTS = new Set(['localhost', '127.0.0.1', '::1', '[::1]'])

const LOCAL_ALIAS_DOMAIN = 'alias.localhost'

/** Without these a service cannot send its own mail, or receive for aliases. */
const MAIL_SETTINGS = ['SMTP_URL', 'ALIAS_DOMAIN', 'MAIL_FROM'] as const

const baseUrl = z
  .url({ protocol: /^https?$/, error: 'must be an http or https URL such as https://login.example' })
  .refine((value) => URL.canParse(value) && new URL(value).origin === value, 'must be an origin only: no path, no trailing slash')

const keyList = z.string().transform((value, context) => {
  const keys = value.split(',').map((entry) => {
    const [id = '', material = ''] = entry.trim().split(':')
    return { id, material: Buffer.from(material, 'base64url') }
  })
  if (keys.some((key) => !/^[a-z0-9]{1,16}$/.test(key.id) || key.material.length !== 32)) {
    context.addIssue('must be `id:key` pairs separated by commas, each key 32 bytes in base64url, the current one first')
  }
  return keys
})

const integer = (fallback: number, min: number, max: number) => wholeNumber(min, max).default(fallback)

const listenAddress = z
  .string()
  .regex(/^([^:]+|\[[0-9a-f:]+\]):\d{1,5}$/, 'must be host:port')
  .transform((text) => {
    const [, host = '', port = ''] = /^(.+):(\d+)$/.exec(text) ?? []
    return { host: host.replace(/^\[|\]$/g, ''), port: Number(port) }
  })

const networks = z
  .string()
  .default('')
  .transform((text, context) => {
    const list = parseNetworks(text)
    if (list === null) context.addIssue('must be networks or addresses separated by commas, such as 10.0.0.0/8, fd00::/8')
    return list ?? new BlockList()
  })

/** Every setting there is; `.env.example` is written from these descriptions. */
export const settings = z.object({
  NODE_ENV: z.enum(['development', 'production', 'test']).default('production').describe('Set by the commands.'),
  EMBEDDED: z.stringbool().default(false).describe('Set by the commands when the database is the embedded one, which comes with the demo.'),
  BASE_URL: baseUrl
    .default('http://localhost:3000')
    .describe('Where people and apps reach Signet; the issuer, byte for byte. TLS ends in front of it.'),
  PORT: integer(3000, 1, 65535).describe('Where the web process listens.'),
  HOST: z.string().default('127.0.0.1').describe('The address it listens at.'),
  DATA_DIR: z
    .string()
    .default('.data')
    .transform((dir) => path.resolve(/* turbopackIgnore: true */ dir))
    .describe('Where the embedded database, its key and the demo are kept.'),
  DATABASE_URL: z
    .url({
      protocol: /^postgres(ql)?$/,
      error: 'must be a postgresql:// URL; leave it out with `npm start` to use the embedded database',
    })
    .describe('A Postgres 15 or newer of your own. `npm start` without it starts the embedded one.'),
  DATABASE_POOL: integer(10, 1, 200).describe('Connections of each process.'),
  MASTER_KEY: keyList.describe(
    'Opens all personal data: `id:key`, 32 random bytes in base64url, several separated by commas, the current one first. The embedded database makes its own.',
  ),
  PEPPER: keyList.optional().describe('Keys of fingerprints and cookies, in the same form. Left out, the master keys serve.'),
  SHARD_KEY: keyList
    .optional()
    .describe(
      'Keys that seal in every identifier where its rows are, in the same form; the last one stays for ever. Left out, the master keys serve.',
    ),
  SHARD_PRIMARIES: integer(1, 1, 4096).describe('Over how many primaries a router spreads the shards; what goes to one of them is written together.'),
  MAIL: z
    .enum(['on', 'off'])
    .default('on')
    .describe('`off`: none is sent or received, and every page says so. Else a database of your own requires SMTP_URL, ALIAS_DOMAIN and MAIL_FROM.'),
  ALIAS_DOMAIN: z
    .string()
    .regex(/^[a-z0-9.-]{1,190}$/, 'must be a lower-case domain name')
    .optional()
    .describe('The domain of mail aliases; alias.localhost beside the embedded database.'),
  MAIL_FROM: z
    .email({ error: 'must be an email address' })
    .optional()
    .describe('Sender of our own mail, never on ALIAS_DOMAIN; no-reply@ the host of BASE_URL unless told otherwise.'),
  SMTP_LISTEN: z
    .string()
    .regex(/^[^:]+:\d+$|^\[[0-9a-f:]+\]:\d+$/, 'must be host:port')
    .default('127.0.0.1:2525')
    .describe('Where mail for aliases comes in.'),
  SMTP_PROXIES: networks.describe(
    'Networks of the proxies in front of SMTP_LISTEN: each of their connections begins with a header of the PROXY protocol, version 2.',
  ),
  DNS_SERVERS: z
    .string()
    .transform((text) => text.split(',').map((server) => server.trim()))
    .refine(
      (servers) => servers.every((server) => /^([\d.]+|\[[0-9a-f:]+\]|[0-9a-f:]+)(:\d{1,5})?$/.test(server)),
      'must be addresses separated by commas',
    )
    .optional()
    .describe('Name servers to ask about senders and companies; those of the machine when left out.'),
  OPS_LISTEN: listenAddress.optional().describe('host:port of probes and metrics; none when left out.'),
  WALLET_KEY: z
    .string()
    .refine((pem) => readWalletKey(pem) !== null, 'must be a private key on P-256 in PEM (PKCS #8)')
    .optional()
    .describe(
      'Signs the questions to wallets: a private key on P-256, PEM, or WALLET_KEY_FILE. Without it wallets are not offered; the embedded database makes its own.',
    ),
  WALLET_CHAIN: z
    .string()
    .refine((pem) => readChain(pem) !== null, 'must be certificates in PEM, that of WALLET_KEY first, without the root')
    .optional()
    .describe('The certificates of WALLET_KEY, PEM, its own first and never self-signed, without the root; or WALLET_CHAIN_FILE.'),
  WALLET_CLIENT_ID: z
    .enum(['x509_hash', 'x509_san_dns'])
    .default('x509_hash')
    .describe('How wallets know us: by the hash of that certificate, or by the name in it, which is then the host of BASE_URL.'),
  WALLET_RESPONSE_MODE: z
    .enum(['direct_post.jwt', 'direct_post'])
    .default('direct_post.jwt')
    .describe('How wallets answer: encrypted, or in clear below TLS.'),
  WALLET_AUTHORITIES: z
    .enum(['none', 'aki'])
    .default('none')
    .describe('Whether wallets are told which issuers count, by the ids of their roots: a wallet then offers no credential of another one.'),
  WALLET_LINK: z
    .string()
    .regex(/^[a-z][a-z0-9+.-]*:\/\/[^\s?#]*$/, 'must be an address that wallets open, such as openid4vp://')
    .default('openid4vp://')
    .describe('Where links for wallets begin.'),
  OTEL_EXPORTER_OTLP_ENDPOINT: z
    .url({ protocol: /^https?$/, error: 'must be an http or https URL' })
    .optional()
    .describe('Collector that traces are sent to by OTLP over HTTP, below its /v1/traces; none when left out.'),
  OTEL_SERVICE_NAME: z
    .string()
    .max(100)
    .optional()
    .describe('What the processes are called in traces: signet-web, signet-worker and signet-smtp unless told otherwise.'),
  OTEL_TRACES_SAMPLER_ARG: z.coerce
    .number()
    .min(0)
    .max(1)
    .default(1)
    .describe('The share of traces that is kept, from 0 to 1, whatever a caller asks for.'),
  DRAIN_SECONDS: integer(0, 0, 300).describe('Between saying that no more requests are wanted and taking no more.'),
  MILTER: z
    .string()
    .regex(/^\/.+$|^[^:/]+:\d{1,5}$|^\[[0-9a-f:]+\]:\d{1,5}$/, 'must be host:port, or the path of a socket')
    .optional()
    .describe(
      'host:port or the path of a filter that speaks the milter protocol (rspamd, ClamAV): it is shown mail for aliases before that is taken.',
    ),
  MILTER_FAILS: z
    .enum(['open', 'closed'])
    .default('closed')
    .describe('Where the filter is away or silent: `open` takes mail without it, `closed` has the sender try again.'),
  SMTP_URL: z
    .url({ protocol: /^smtps?$/, error: 'must be an smtp:// or smtps:// URL' })
    .optional()
    .describe('Where mail leaves. Without it, it is shown at /dev/outbox.'),
  SMTP_TLS_KEY: z.string().optional().describe('PEM file for STARTTLS, with SMTP_TLS_CERT; without them each process makes itself a certificate.'),
  SMTP_TLS_CERT: z.string().optional().describe('PEM file of the certificate for STARTTLS.'),
  POSTMASTER_ADDRESS: emailAddress
    .optional()
    .describe("Who reads mail to postmaster@ and abuse@; the postmaster of BASE_URL's host unless told otherwise."),
  CONTACT_ADDRESS: emailAddress
    .optional()
    .describe(
      'Whom people write to for help and about faults of security, on the help pages and in security.txt; the postmaster unless told otherwise.',
    ),
  OPERATOR_NAME: z
    .string()
    .min(1)
    .max(200)
    .optional()
    .describe('Who runs this service, as `/contact` names them. Left out, it says that nobody is named.'),
  OPERATOR_POSTAL_ADDRESS: z
    .string()
    .max(500)
    .transform((text) => text.split(';').map((line) => line.trim()))
    .optional()
    .describe('Where they are, its lines separated by semicolons; stands below the name.'),
  API_RATE_PER_KEY: integer(600, 1, 1_000_000).describe('Requests a minute of one API key.'),
  API_RATE_PER_COMPANY: integer(1200, 1, 1_000_000).describe('Requests a minute of one company.'),
  TRUSTED_PROXIES: networks.describe('Networks of the proxies in front: where a request comes from is what they say; others are not believed.'),
  SHARED_ALLOWANCE: integer(1, 1, 1_000_000).describe(
    'So many times as much may be tried from one network, and at the service: for load tests, and very large sites.',
  ),
  WEB_PROCESSES: integer(1, 1, 64).describe('How many web processes share the port.'),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'silent']).default('info').describe('How much is logged.'),
})

const schema = settings
  .superRefine((env, context) => {
    const url = URL.canParse(env.BASE_URL) ? new URL(env.BASE_URL) : null
    if (url?.protocol === 'http:' && !LOOPBACK_HOSTS.has(url.hostname)) {
      context.addIssue({ code: 'custom', path: ['BASE_URL'], message: 'must be https unless it is on localhost' })
    }
    if ((env.SMTP_TLS_KEY === undefined) !== (env.SMTP_TLS_CERT === undefined)) {
      context.addIssue({ code: 'custom', path: ['SMTP_TLS_KEY'], message: 'and SMTP_TLS_CERT go together: give both or neither' })
    }
    for (const message of walletFaults(env, url?.hostname)) context.addIssue({ code: 'custom', path: ['WALLET_CHAIN'], message })
    // The demo, the mailbox that anybody may read and the specimens that pass for documents come with it.
    if (env.EMBEDDED && !(LOOPBACK_HOSTS.has(env.HOST) && url && LOOPBACK_HOSTS.has(url.hostname))) {
      context.addIssue({
        code: 'custom',
        path: ['EMBEDDED'],
        message: 'is for a BASE_URL and a HOST on localhost only; leave it out and give a DATABASE_URL of your own',
      })
    }
    for (const name of isMailNeeded(env) ? MAIL_SETTINGS : []) {
      if (env[name] === undefined) context.addIssue({ code: 'custom', path: [name], message: 'is required, or MAIL=off to run without any mail' })
    }
    const aliasDomain = env.ALIAS_DOMAIN ?? LOCAL_ALIAS_DOMAIN
    if (isBelow(mailFrom(env), aliasDomain)) {
      const message = `must not be on ALIAS_DOMAIN (${aliasDomain}), whose mail is everybody's: choose an address on another domain`
      context.addIssue({ code: 'custom', path: ['MAIL_FROM'], message })
    }
    const isDemoKey = env.MASTER_KEY?.some((key) => key.id.startsWith('demo'))
    if (!env.EMBEDDED && isDemoKey) {
      context.addIssue({ code: 'custom', path: ['MASTER_KEY'], message: 'is the generated key of an embedded database; make a key of your own' })
    }
  })
  .transform((env) => ({ ...env, MAIL_FROM: mailFrom(env), ALIAS_DOMAIN: env.ALIAS_DOMAIN ?? LOCAL_ALIAS_DOMAIN }))

/** A service of one's own would lose mail in silence; the embedded database has an outbox, and tests look into the queue. */
const isMailNeeded = ({ MAIL, EMBEDDED, NODE_ENV }: z.infer<typeof settings>) => MAIL === 'on' && !EMBEDDED && NODE_ENV === 'production'

/** A host that is only a number has no mail of its own. */
function mailFrom({ MAIL_FROM, BASE_URL }: { MAIL_FROM?: string; BASE_URL: string }): string {
  const host = URL.canParse(BASE_URL) ? new URL(BASE_URL).hostname : 'localhost'
  return MAIL_FROM ?? `no-reply@${/^\[|^[\d.]+$/.test(host) ? 'localhost' : host}`
}

function isBelow(address: string, domain: string): boolean {
  const own = address.slice(address.lastIndexOf('@') + 1).toLowerCase()
  return own === domain || own.endsWith(`.${domain}`)
}

export type Env = Readonly<z.infer<typeof schema>>

/** @throws Error whose message holds one line per fault, ready to print. */
export function parseEnv(source: Record<string, string | undefined>): Env {
  const { values, faults } = readSecrets(source)
  if (faults.length > 0) throw new Error(faults.join('\n'))
  const given = Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined && value !== ''))
  const parsed = schema.safeParse(given)
  if (parsed.success) return Object.freeze(parsed.data)
  // One line a name: the second fault of a value is mostly the first one again.
  const lines = new Map<string, string>()
  for (const { path: names, message, code } of parsed.error.issues) {
    const name = names.join('.')
    if (!lines.has(name)) lines.set(name, `${name}: ${given[name] === undefined && code !== 'custom' ? 'is required' : message}`)
  }
  throw new Error([...lines.values()].join('\n'))
}

let cached: Env | undefined

/** The validated environment of this process. Read lazily, so that `next build` needs no configuration. */
export function env(): Env {
  cached ??= parseEnv(process.env)
  return cached
}

/** Cookies carry `__Host-` and `Secure` exactly when the service is reached over TLS. */
export const isSecureOrigin = () => env().BASE_URL.startsWith('https:')

/** Whether the operator switched all mail off, by name. */
export const isMailOff = () => env().MAIL === 'off'

/** Whom people write to. */
export const contactAddress = () => env().CONTACT_ADDRESS ?? env().POSTMASTER_ADDRESS ?? `postmaster@${new URL(env().BASE_URL).hostname}`
