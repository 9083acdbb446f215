import type { PublicKeyCredentialCreationOptionsJSON } from '@simplewebauthn/browser'

/** Makes a passkey in the browser's own dialog. What translates for it is fetched by whoever asks for one. @throws what the browser throws */
export async function makePasskey(optionsJSON: PublicKeyCredentialCreationOptionsJSON) {
  const { startRegistration } = await import('@simplewebauthn/browser')
  return startRegistration({ optionsJSON })
}
