import type { AppFields } from '#lib/apps/fields'
import type { OwnAddresses } from '#lib/apps/own-addresses'
import { addressLines, adviseOn } from '#lib/apps/redirect-uri-advice'
import type { Registrant } from '#lib/apps/redirect-uri-rules'
import { type ClientType, isClientType, isPublicClient, MAX_REDIRECT_URIS } from '#lib/apps/schema'
import { type NameFault, nameFault } from '#lib/core/name-rules'
import { isScope } from '#lib/scopes/catalog'

/** What the creation wizard offers; the interface also takes the plain `public`. */
export const PLATFORMS = ['confidential', 'spa', 'mobile', 'native'] as const satisfies readonly ClientType[]

/** What the form sets: an app is switched on and off beside it, and what is left out here comes through the interface. */
type FormField = Exclude<keyof AppFields, 'status' | 'mail_domains' | 'logo_uri' | 'backchannel_logout_uri' | 'backchannel_logout_session_required'>

/** What is ticked or not; each has its words in `appForm.switches`. */
export type Switch = { [Field in FormField]: AppFields[Field] extends boolean ? Field : never }[FormField]

export const SWITCHES = Object.keys({ require_auth_time: true, omit_iss_in_errors: true } satisfies Record<Switch, true>) as Switch[]

/** How people see the app, as far as it is typed. Empty: none. */
export const FACE_TEXTS = { brandColor: 'brand_color', tosUri: 'tos_uri', policyUri: 'policy_uri', supportUri: 'support_uri' } as const

type FaceText = keyof typeof FACE_TEXTS

const FACE_NAMES = Object.entries(FACE_TEXTS) as [FaceText, (typeof FACE_TEXTS)[FaceText]][]

/** The fields of an app as they are being filled in. */
export type AppDraft = {
  name: string
  clientType: ClientType
  /** One address a line. */
  redirectUris: string
  postLogoutRedirectUris: string
  scopes: string[]
  switches: Switch[]
} & Record<FaceText, string>

type AddressFault = 'noAddress' | 'manyAddresses' | 'badAddress'

/** Faults that the form has words of its own for. */
type OwnFaults = { name: 'noName' | NameFault; redirectUris: AddressFault; postLogoutRedirectUris: AddressFault }

/** A fault of a field; the texts are in `appForm.faults`. `refused`: by the rules of the management interface. */
export type DraftFaults = { [Field in keyof AppDraft]?: (Field extends keyof OwnFaults ? OwnFaults[Field] : never) | 'refused' }

export const EMPTY_DRAFT: AppDraft = {
  name: '',
  clientType: 'confidential',
  redirectUris: '',
  postLogoutRedirectUris: '',
  scopes: [],
  switches: [],
  brandColor: '',
  tosUri: '',
  policyUri: '',
  supportUri: '',
}

/** An app that exists, as the form shows it. */
export const draftOf = (app: AppFields & { client_type: ClientType }): AppDraft => ({
  name: app.name,
  clientType: app.client_type,
  redirectUris: app.redirect_uris.join('\n'),
  postLogoutRedirectUris: app.post_logout_redirect_uris.join('\n'),
  scopes: app.scopes,
  switches: SWITCHES.filter((name) => app[name]),
  ...faceTexts((_, name) => app[name] ?? ''),
})

const faceTexts = (text: (draft: FaceText, wire: (typeof FACE_TEXTS)[FaceText]) => string) =>
  Object.fromEntries(FACE_NAMES.map(([draft, wire]) => [draft, text(draft, wire)])) as Record<FaceText, string>

/** Whether people would be sent to other addresses than before: in another order they are the same. */
export const hasOtherAddresses = (one: AppDraft, other: AppDraft): boolean =>
  (['redirectUris', 'postLogoutRedirectUris', 'tosUri', 'policyUri', 'supportUri'] as const).some(
    (field) => addressLines(one[field]).sort().join('\n') !== addressLines(other[field]).sort().join('\n'),
  )

/** What the form asks the use-case for. */
export const inputOf = (draft: AppDraft) =>
  ({
    name: draft.name.trim(),
    redirect_uris: addressLines(draft.redirectUris),
    post_logout_redirect_uris: addressLines(draft.postLogoutRedirectUris),
    scopes: draft.scopes.filter(isScope),
    ...(Object.fromEntries(FACE_NAMES.map(([name, wire]) => [wire, draft[name].trim() || null])) as Record<
      (typeof FACE_TEXTS)[FaceText],
      string | null
    >),
    ...(Object.fromEntries(SWITCHES.map((name) => [name, draft.switches.includes(name)])) as Record<Switch, boolean>),
  }) satisfies Record<FormField, unknown>

const text = (form: FormData, name: string) => String(form.get(name) ?? '')

/** @param fallback the type of an app that exists: it is not in the form */
export function readDraft(form: FormData, fallback: ClientType = 'confidential'): AppDraft {
  const clientType = text(form, 'client_type')
  return {
    name: text(form, 'name'),
    clientType: isClientType(clientType) ? clientType : fallback,
    redirectUris: text(form, 'redirect_uris'),
    postLogoutRedirectUris: text(form, 'post_logout_redirect_uris'),
    scopes: form.getAll('scope').map(String),
    switches: SWITCHES.filter((name) => form.has(name)),
    ...faceTexts((_, name) => text(form, name)),
  }
}

/** What must change before the draft can be sent; empty when nothing does. The use-case judges all of it again. */
export function faultsOf(draft: AppDraft, own: OwnAddresses): DraftFaults {
  const length = [...draft.name.trim()].length
  const name = length === 0 || length > 100 ? 'noName' : nameFault(draft.name.trim())
  const isPublic = isPublicClient(draft.clientType)
  const redirectUris = addressLines(draft.redirectUris).length === 0 ? 'noAddress' : addressFault(draft.redirectUris, { isPublic, ...own })
  const postLogoutRedirectUris = addressFault(draft.postLogoutRedirectUris, { isPublic, ownOrigin: own.ownOrigin })
  return { ...(name && { name }), ...(redirectUris && { redirectUris }), ...(postLogoutRedirectUris && { postLogoutRedirectUris }) }
}

function addressFault(text: string, registrant: Registrant): AddressFault | null {
  const uris = addressLines(text)
  if (adviseOn(uris, registrant).some(({ kind }) => kind === 'fault')) return 'badAddress'
  return uris.length > MAX_REDIRECT_URIS ? 'manyAddresses' : null
}
