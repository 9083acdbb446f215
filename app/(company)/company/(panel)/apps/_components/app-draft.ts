import { addressLines, adviseOn } from '#lib/apps/redirect-uri-advice'
import { type ClientType, isClientType, isPublicClient, MAX_REDIRECT_URIS } from '#lib/apps/schema'

/** What the creation wizard offers; the interface also takes the plain `public`. */
export const PLATFORMS = ['confidential', 'spa', 'mobile', 'native'] as const satisfies readonly ClientType[]

/** The fields of an app as they are being filled in. */
export type AppDraft = { name: string; clientType: ClientType; redirectUris: string; scopes: string[] }

/** A fault of a field; the texts are in `appForm.faults`. */
export type DraftFaults = Partial<Record<'name' | 'redirectUris', 'noName' | 'noAddress' | 'manyAddresses' | 'badAddress'>>

const text = (form: FormData, name: string) => String(form.get(name) ?? '')

/** @param fallback the type of an app that exists: it is not in the form */
export function readDraft(form: FormData, fallback: ClientType = 'confidential'): AppDraft {
  const clientType = text(form, 'client_type')
  return {
    name: text(form, 'name'),
    clientType: isClientType(clientType) ? clientType : fallback,
    redirectUris: text(form, 'redirect_uris'),
    scopes: form.getAll('scope').map(String),
  }
}

/** What must change before the draft can be sent; empty when nothing does. The use-case judges all of it again. */
export function faultsOf(draft: AppDraft): DraftFaults {
  const uris = addressLines(draft.redirectUris)
  const isNamed =
    draft.name.trim() !== '' && [...draft.name.trim()].length <= 100 && draft.name.isWellFormed() && !/\p{Cc}|[\u2028\u2029]/u.test(draft.name)
  const advice = adviseOn(uris, isPublicClient(draft.clientType))
  return {
    ...(!isNamed && { name: 'noName' }),
    ...(uris.length === 0 && { redirectUris: 'noAddress' }),
    ...(uris.length > MAX_REDIRECT_URIS && { redirectUris: 'manyAddresses' }),
    ...(advice.some(({ kind }) => kind === 'fault') && { redirectUris: 'badAddress' }),
  }
}
