import type { AuthenticationResponseJSON, PublicKeyCredentialRequestOptionsJSON } from '@simplewebauthn/browser'

type Bytes = Uint8Array<ArrayBuffer>

const fromBase64url = (text: string): Bytes => Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (letter) => letter.charCodeAt(0))

const toBase64url = (buffer: ArrayBuffer): string =>
  btoa(String.fromCharCode(...new Uint8Array(buffer)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')

/** Whether this browser has passkeys at all. */
export const hasPasskeys = () => typeof window.PublicKeyCredential === 'function'

/** The question that the browser has now: it refuses a second one. */
let asked: AbortController | undefined

/**
 * Asks for one of this person's passkeys. Every log-in page carries this, so it is these lines and not a library; the
 * browser's own translation (`toJSON`) is passed by, because password managers answer with credentials that lack it.
 * @param isOffer as one of the browser's suggestions in the address field, where the person may leave it
 * @throws what the browser throws: `NotAllowedError` where the person declines, `AbortError` when asked anew
 * @see WebAuthn Level 3 §5.1.4, §5.1.9
 */
export async function askPasskey(options: PublicKeyCredentialRequestOptionsJSON, isOffer = false): Promise<AuthenticationResponseJSON> {
  asked?.abort(new DOMException('asked anew', 'AbortError'))
  asked = new AbortController()
  const { challenge, allowCredentials = [], ...rest } = options
  const publicKey = {
    ...rest,
    challenge: fromBase64url(challenge),
    allowCredentials: (isOffer ? [] : allowCredentials).map((one) => ({ ...one, id: fromBase64url(one.id) }) as PublicKeyCredentialDescriptor),
  }
  const request = { publicKey, signal: asked.signal, ...(isOffer && { mediation: 'conditional' as const }) }
  const credential = (await navigator.credentials.get(request as CredentialRequestOptions)) as PublicKeyCredential | null
  if (!credential) throw new DOMException('no passkey', 'NotAllowedError')
  const response = credential.response as AuthenticatorAssertionResponse
  return {
    id: credential.id,
    rawId: toBase64url(credential.rawId),
    type: 'public-key',
    response: {
      authenticatorData: toBase64url(response.authenticatorData),
      clientDataJSON: toBase64url(response.clientDataJSON),
      signature: toBase64url(response.signature),
      userHandle: response.userHandle ? toBase64url(response.userHandle) : undefined,
    },
    clientExtensionResults: credential.getClientExtensionResults(),
    authenticatorAttachment: (credential.authenticatorAttachment ?? undefined) as 'platform' | 'cross-platform' | undefined,
  }
}
