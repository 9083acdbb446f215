import { z } from 'zod'
import { env } from '#lib/core/env'
import { outsideText } from '#lib/core/outside-text'
import { trustedName } from '#lib/core/visible-name'
import { address, shownAs } from '#lib/core/wire-types'
import { isColour } from './face/readable-colours'
import { linkAddress } from './link-address'
import { MAX_MAIL_DOMAINS } from './mail-domains'
import { APP_STATUSES, type App, MAX_REDIRECT_URIS } from './schema'

/** Columns that are ours: no company sets them through the interface. Every other one is a field below. */
type OurColumn =
  | 'id'
  | 'companyId'
  | 'clientId'
  | 'clientType'
  | 'secretHash'
  | 'secretPepperId'
  | 'idTokenAlg'
  | 'environment'
  | 'suspendedAt'
  | 'faceVerifiedAt'
  | 'companySuspendedAt'
  | 'createdAt'
  | 'updatedAt'

/** The columns that a company sets. */
export type AppSettings = Omit<App, OurColumn>

/** A column's name as the wire has it. */
type Snake<Name extends string> = Name extends `${infer First}${infer Rest}`
  ? `${First extends Lowercase<First> ? First : `_${Lowercase<First>}`}${Snake<Rest>}`
  : ''

/** The same under their names on the wire. */
export type AppFields = { [Column in keyof AppSettings as Snake<Column>]: AppSettings[Column] }

/** An answer's address, or a picture that just fits into a request. */
const MAX_LOGO_TEXT = 60_000

type Field = {
  /** With a new app: it must be there, it may be (else the column has its default), or it cannot. */
  atCreation: 'required' | 'optional' | 'never'
  input: z.ZodType
  output: z.ZodType
}

/**
 * What a company decides about an app: every such column of the table, by its name on the wire. Requests, answers, changes
 * and the audit log are made from this list, and the panel's form is held against it.
 */
export const APP_FIELDS = {
  name: {
    atCreation: 'required',
    input: trustedName(100)
      .meta({ minLength: 1, maxLength: 100, example: 'My shop' })
      .describe(
        'Shown to users on the consent screen, 1 to 100 characters. At least one letter or digit, nothing invisible, letters of one script (Latin beside those of one East Asian language).',
      ),
    output: z.string().meta({ examples: ['My shop'] }),
  },
  redirect_uris: {
    atCreation: 'required',
    input: z
      .array(outsideText().meta(address('https://shop.example/callback')))
      .min(1)
      .max(MAX_REDIRECT_URIS)
      .describe('Exact return addresses, 1 to 20. https, or http on a loopback host; for public clients also private-use schemes with a dot.'),
    output: z.array(z.string().meta({ examples: ['https://shop.example/callback'] })),
  },
  post_logout_redirect_uris: {
    atCreation: 'optional',
    input: z
      .array(outsideText().meta(address('https://shop.example/goodbye')))
      .max(MAX_REDIRECT_URIS)
      .describe('Exact addresses people may be led to after logging out, at most 20, by the rules of `redirect_uris`. Default: none.'),
    output: z.array(z.string().meta({ examples: ['https://shop.example/goodbye'] })),
  },
  backchannel_logout_uri: {
    atCreation: 'optional',
    input: outsideText()
      .max(2000)
      .meta(address('https://shop.example/logged-out'))
      .nullable()
      .describe(
        'Where your server is told that somebody logged out, by OpenID Connect Back-Channel Logout: https, without user name, password or fragment. id_tokens then have a `sid`. Default: null.',
      ),
    output: z.string().nullable(),
  },
  backchannel_logout_session_required: {
    atCreation: 'optional',
    input: z.boolean().describe('Says that your server needs the `sid` in logout tokens; they always have it. Default: false.'),
    output: z.boolean(),
  },
  scopes: {
    atCreation: 'required',
    input: z
      .array(outsideText().meta({ minLength: 1, maxLength: 100, examples: ['email'] }))
      .max(20)
      .describe('Scopes from the catalog; `openid` is always added.'),
    output: z.array(z.string()).meta({ examples: [['openid', 'email']] }),
  },
  require_auth_time: {
    atCreation: 'optional',
    input: z.boolean().describe('Puts `auth_time` into every id_token, also when the request has no `max_age`. Default: false.'),
    output: z.boolean(),
  },
  omit_iss_in_errors: {
    atCreation: 'optional',
    input: z
      .boolean()
      .describe(
        'Leaves `iss` out of error answers at the redirect URI, for clients such as mod_auth_openidc that take `iss` without `code` for a third-party log-in. Default: false.',
      ),
    output: z.boolean(),
  },
  logo_uri: {
    atCreation: 'optional',
    input: outsideText()
      .max(MAX_LOGO_TEXT)
      .nullable()
      .describe(
        'The picture people see beside the name: an https address, fetched once, or the picture itself as `data:image/png;base64,…`. PNG, JPEG, WebP or SVG, at most 1 MiB. It is drawn anew and served from here; the answer has that address. `null`: none.',
      ),
    output: z.string().nullable(),
  },
  brand_color: {
    atCreation: 'optional',
    input: outsideText()
      .max(7)
      .transform((text) => text.toLowerCase())
      .refine(isColour, 'must be a colour like #0b5d4b')
      .meta({ examples: ['#0b5d4b'] })
      .nullable()
      .describe(
        'A colour that people see beside the name, as `#rrggbb`. Where it could not be read, by day or by night, people see it lighter or darker. `null`: none.',
      ),
    output: z.string().nullable(),
  },
  tos_uri: {
    atCreation: 'optional',
    input: linkAddress('https://shop.example/terms').describe(
      'https address of the terms of use, shown to people who are asked for consent. `null`: none.',
    ),
    output: z.string().nullable(),
  },
  policy_uri: {
    atCreation: 'optional',
    input: linkAddress('https://shop.example/privacy').describe('https address of the privacy policy, shown beside it. `null`: none.'),
    output: z.string().nullable(),
  },
  support_uri: {
    atCreation: 'optional',
    input: linkAddress('https://shop.example/help').describe('https address where people get help with the app. `null`: none.'),
    output: z.string().nullable(),
  },
  mail_domains: {
    atCreation: 'never',
    input: z
      .array(
        outsideText()
          .max(253)
          .meta({ minLength: 1, examples: ['shop.example'] }),
      )
      .max(MAX_MAIL_DOMAINS)
      .describe(
        'Domains the app writes mail to aliases from, at most 20; names below them count too. Each is proved by a TXT record `signet-app=<id of the app>` at `_signet.<domain>`, looked up when it is added. Mail from them, by SPF or DKIM, flows; mail from elsewhere waits for the person once there is one. Default: none.',
      ),
    output: z.array(z.string().meta({ examples: ['shop.example'] })),
  },
  status: {
    atCreation: 'never',
    input: outsideText()
      .meta(shownAs('AppStatus'))
      .describe(`One of ${APP_STATUSES.join(', ')}.`),
    output: z.enum(APP_STATUSES).meta({ id: 'AppStatus', description: 'An inactive app fails client authentication.' }),
  },
} as const satisfies Record<keyof AppFields, Field>

type Fields = typeof APP_FIELDS
type Name = keyof Fields

const NAMES = Object.keys(APP_FIELDS) as Name[]

const shapeOf = (kind: 'input' | 'output', names: Name[]) => Object.fromEntries(names.map((name) => [name, APP_FIELDS[name][kind]]))

type Inputs<When> = { [Each in Name as Fields[Each]['atCreation'] extends When ? Each : never]: Fields[Each]['input'] }

/** What is taken for the fields that are, may be or cannot be given with a new app. */
export const inputsOf = <When extends Field['atCreation']>(when: When) =>
  shapeOf(
    'input',
    NAMES.filter((name) => APP_FIELDS[name].atCreation === when),
  ) as Inputs<When>

export const outputs = shapeOf('output', NAMES) as { [Each in Name]: Fields[Each]['output'] }

/** The column behind a field. */
export const columnOf = (name: string) => name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase())

/** The logo is kept as a path here and told as an address. */
export const fieldsOf = (app: AppSettings) =>
  ({
    ...Object.fromEntries(NAMES.map((name) => [name, app[columnOf(name) as keyof AppSettings]])),
    logo_uri: app.logoUri === null ? null : env().BASE_URL + app.logoUri,
  }) as AppFields

type Columns<Given> = { [Column in keyof AppSettings as Snake<Column> extends keyof Given ? Column : never]: Given[Snake<Column> & keyof Given] }

/** The columns for those fields that are given. */
export const columnsOf = <Given extends Partial<AppFields>>(given: Given) =>
  Object.fromEntries(NAMES.filter((name) => given[name] !== undefined).map((name) => [columnOf(name), given[name]])) as Columns<Given>
